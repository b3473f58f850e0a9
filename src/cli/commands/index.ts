import type { Command } from '../command.ts'
import { backup } from './backup.ts'
import { build } from './build.ts'
import { check } from './check.ts'
import { deployCommand } from './deploy.ts'
import { dev } from './dev.ts'
import { diff } from './diff.ts'
import { doctor } from './doctor.ts'
import { drift } from './drift.ts'
import { explain } from './explain.ts'
import { exportContent } from './export.ts'
import { importContent } from './import.ts'
import { init } from './init.ts'
import { mcp } from './mcp.ts'
import { mediaPull } from './media-pull.ts'
import { mediaPush } from './media-push.ts'
import { mediaSweep } from './media-sweep.ts'
import { migrateApply } from './migrate-apply.ts'
import { migrateCreate } from './migrate-create.ts'
import { migratePlan } from './migrate-plan.ts'
import { migrateRebase } from './migrate-rebase.ts'
import { migrateResolve } from './migrate-resolve.ts'
import { migrateStatus } from './migrate-status.ts'
import { migrateVerify } from './migrate-verify.ts'
import { newCollection } from './new-collection.ts'
import { newPlugin } from './new-plugin.ts'
import { previewDown, previewUp } from './preview.ts'
import { restore } from './restore.ts'
import { rollback } from './rollback.ts'
import { routes } from './routes.ts'
import { seed } from './seed.ts'
import { startCommand } from './start.ts'
import { tokenCreate, tokenList, tokenRevoke } from './token.ts'
import { types } from './types.ts'
import { upgrade } from './upgrade.ts'
import {
  userActivate,
  userCreate,
  userDeactivate,
  userDelete,
  userList,
  userPassword,
  userResetSecondFactor,
  userRole,
} from './user.ts'

/** All commands, in the order of the help. */
export const commands: readonly Command[] = [
  dev,
  build,
  startCommand,
  check,
  diff,
  explain,
  routes,
  types,
  mcp,
  newCollection,
  newPlugin,
  migrateApply,
  migrateStatus,
  migrateCreate,
  migrateRebase,
  migratePlan,
  migrateVerify,
  migrateResolve,
  drift,
  deployCommand,
  rollback,
  previewUp,
  previewDown,
  doctor,
  init,
  exportContent,
  importContent,
  backup,
  restore,
  mediaPull,
  mediaPush,
  mediaSweep,
  seed,
  upgrade,
  userCreate,
  userList,
  userPassword,
  userResetSecondFactor,
  userRole,
  userDeactivate,
  userActivate,
  userDelete,
  tokenCreate,
  tokenList,
  tokenRevoke,
]
