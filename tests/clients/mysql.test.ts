import { allEngines } from '../kit/databases.js';
import { describeClients } from './wordpress-clients.js';

if (allEngines.includes('mysql')) describeClients('mysql');
else it('has no MariaDB to run on', () => expect(allEngines).toEqual(['sqlite']));
