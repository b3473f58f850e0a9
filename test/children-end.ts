/** Runs before every test file: what a test starts ends with it, also where the run is stopped or killed. */
import { endChildrenWithProcess } from '../src/cli/end-children.ts'

endChildrenWithProcess()
