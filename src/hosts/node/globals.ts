import { FixedLengthStream } from './fixed-length-stream.ts'

// Globals of workerd that runtime and plugins use and Node lacks. Import this module before the others.
Object.assign(globalThis, { FixedLengthStream })
