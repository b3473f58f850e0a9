import { afterAll, beforeAll, expect } from 'vitest'
import { beginFile, writeReached } from './write.ts'

beforeAll(() => beginFile(expect.getState().testPath ?? ''))
afterAll(writeReached)
