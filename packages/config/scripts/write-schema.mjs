import { writeFileSync } from 'node:fs';
import { serverConfigJsonSchema } from '@toolpool/config';

const schema = JSON.stringify(serverConfigJsonSchema(), undefined, 2);
writeFileSync(new URL('../schema.json', import.meta.url), `${schema}\n`);
