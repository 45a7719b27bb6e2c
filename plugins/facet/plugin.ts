import { definePlugin } from 'plinth';

export default definePlugin({});
