import { library } from '../../tsup.config.base.ts';

export default library(
  'src/errors.ts',
  'src/text.ts',
  'src/files.ts',
  'src/timing.ts',
  'src/values.ts',
  'src/keychain.ts',
  'src/commands.ts',
);
