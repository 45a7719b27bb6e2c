import { allEngines } from '../kit/databases.js';
import { describeClients } from './wordpress-clients.js';

if (allEngines.includes('mysql')) describeClients('mysql');
else it('skips the client tests without a MariaDB server', () => expect(allEngines).toEqual(['sqlite']));
