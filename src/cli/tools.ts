import * as tools from '../compile/tools.ts'
import { Failure } from './failure.ts'

/**
 * Loads a package that is only needed to develop a service.
 * @throws Failure with the command that installs it
 */
export const loadTool: typeof tools.loadTool = async (name) => {
  try {
    return await tools.loadTool(name)
  } catch (error) {
    throw error instanceof tools.MissingTool ? asFailure(error) : error
  }
}

/** Returns the failure of a command that needs a tool which is not installed. */
export function missingTool(name: tools.ToolName): Failure {
  return asFailure(new tools.MissingTool(name))
}

function asFailure({ message, hint }: tools.MissingTool): Failure {
  return new Failure(message, { hint })
}
