/** SQL of the last applied migration's id. Reads and writes that find the same id saw the same schema. */
export const LEDGER_POSITION = '(SELECT max(id) FROM d1_migrations)'
