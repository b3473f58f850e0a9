import { type ChildProcess, spawn } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'

/**
 * From now on, makes every child of this process end when the process exits, even by `kill -9`, which leaves it no time
 * to end children. Each child gets a shell that waits for the end of a pipe which only this process holds, and then
 * kills the child. The shell is in a session of its own, so that neither Ctrl-C nor the end of the terminal ends it
 * first. On Windows nothing has to be done: Node puts children into a job that ends with the process.
 */
export function endChildrenWithProcess(): void {
  if (isSubscribed || process.platform === 'win32') return
  isSubscribed = true
  subscribe('child_process', (message) => {
    const { process: child } = message as { readonly process: ChildProcess } // Node documents this shape for the channel
    // The pid is known after the spawn. A guard itself needs no guard.
    if (!isGuarding) child.once('spawn', () => guard(child))
  })
}

let isSubscribed = false
let isGuarding = false

const WAIT_AND_KILL = 'read -r _; kill -9 "$1" 2>/dev/null'

function guard(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const shell = startGuard(child.pid)
  shell.unref()
  // A pipe to a child is a socket, which must not keep this process from ending.
  const pipe = shell.stdin as Socket
  pipe.unref()
  pipe.on('error', () => {})
  shell.on('error', () => {})
  child.once('exit', () => shell.kill('SIGKILL'))
}

function startGuard(pid: number) {
  isGuarding = true
  try {
    const stdio = ['pipe', 'ignore', 'ignore'] as const
    return spawn('/bin/sh', ['-c', WAIT_AND_KILL, 'cms-guard', String(pid)], { detached: true, stdio: [...stdio] })
  } finally {
    isGuarding = false
  }
}
