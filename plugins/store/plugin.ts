import { definePlugin } from 'plinth';
import './contract/index.js';

export default definePlugin({});
