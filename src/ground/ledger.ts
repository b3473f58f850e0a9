/**
 * SQL that selects the id of the last applied migration. Statements that find the same id have seen the same schema.
 */
export const LEDGER_POSITION = '(SELECT max(id) FROM d1_migrations)'
