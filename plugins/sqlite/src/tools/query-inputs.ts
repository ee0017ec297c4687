import * as z from 'zod';

const sqlValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** Arguments of every tool that takes a query. */
export const queryInputs = {
  sql: z.string().describe('One statement that reads: SELECT, WITH, VALUES, PRAGMA'),
  params: z
    .union([z.array(sqlValue), z.record(z.string(), sqlValue)])
    .optional()
    .describe('Values for ? in order, or for :name by name'),
};

/** A value in a result. */
export const CellSchema = z.union([
  z.string(),
  z.number(),
  z.null(),
  z.object({ bytes: z.number(), base64: z.string().describe('The first bytes') }),
]);
