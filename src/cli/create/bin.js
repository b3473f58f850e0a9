#!/usr/bin/env node
// `npm create lintel`. It must at least start on whatever Node a machine has, so it keeps to the syntax of Node 12.
const version = process.versions.node.split('.').map(Number)

if (version[0] > 22 || (version[0] === 22 && version[1] >= 18)) {
  import('./create.js').then((module) => module.main(process.argv.slice(2)))
} else {
  console.error(
    `Lintel needs Node 22.18 or newer, but this is ${process.version}. Install a newer one from https://nodejs.org, or with a version manager: nvm install 24`,
  )
  process.exitCode = 1
}
