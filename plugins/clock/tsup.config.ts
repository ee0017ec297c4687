import { library } from '../../tsup.config.base.ts';

export default library('src/index.ts', 'src/embed.ts');
