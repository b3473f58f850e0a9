/** Machine on which shell commands run: this one, or one that is reached by `ssh`. */
export interface Place {
  /** Name of the machine for `ssh`; `null` for this machine. */
  readonly ssh: string | null
}

/** Returns the program and arguments that run a shell command at a place. */
export function commandAt({ ssh }: Place, command: string): [string, ...string[]] {
  // `BatchMode`: otherwise `ssh` would wait for a password at a prompt that nobody sees.
  return ssh === null
    ? ['/bin/sh', '-c', command]
    : ['ssh', '-o', 'BatchMode=yes', '-o', 'ConnectTimeout=15', ssh, command]
}
