import { forgetAll } from './kept-copy.ts'

/** `<form action="/auth/logout">`: whoever signs out leaves nothing of what was typed in the browser. */
document.addEventListener('submit', ({ target }) => {
  if (new URL((target as HTMLFormElement).action).pathname === '/auth/logout') forgetAll()
})
