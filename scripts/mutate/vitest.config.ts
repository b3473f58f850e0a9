import { defineConfig, mergeConfig } from 'vitest/config'
import base from '../../vitest.config.ts'
import { InOrder } from './in-order.ts'

/** The usual tests in the order of the runner, which also record what each file reaches. */
export default defineConfig((environment) =>
  mergeConfig(base(environment), {
    root: '.',
    test: { sequence: { sequencer: InOrder }, setupFiles: ['scripts/mutate/reached/note.ts'] },
  }),
)
