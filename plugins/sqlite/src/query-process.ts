import { createInlineQueries } from './queries/inline-queries.ts';
import type { QueryAnswer, QueryRequest } from './queries/queries.ts';

const queries = createInlineQueries(process.argv[2] ?? '');

process.on('message', (request: QueryRequest) => {
  void answer(request).then((reply) => process.send?.(reply));
});

// The server is gone.
process.on('disconnect', () => process.exit());

async function answer(request: QueryRequest): Promise<QueryAnswer> {
  try {
    return { page: await queries.run(request) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
