/** Loaded into every process of a measured run: writes which functions the process reached. */
import { writeReached } from './write.ts'

process.on('exit', writeReached)
