import { describeClients } from './wordpress-clients.js';

describeClients('sqlite');
