/** SQL of where the ledger stands: whatever is read or written belongs to one state of the schema. */
export const LEDGER_POSITION = '(SELECT max(id) FROM d1_migrations)'
