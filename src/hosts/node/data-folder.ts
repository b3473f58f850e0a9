/** Names of the files in a service's data folder. */
export const DATABASE_FILE = 'lintel.db'
export const BUCKET_FOLDER = 'files'
export const LOCK_FILE = 'lintel.lock'
export const SERVER_FILE = 'server.json'
