import { engines } from '../kit/databases.js';
import { describeClients } from './wordpress-clients.js';

if (engines.includes('mysql')) describeClients('mysql');
else it('has no MariaDB to run on', () => expect(engines).toEqual(['sqlite']));
