import { forgetAll } from './kept-copy.ts'

/** `<form action="/auth/logout">`: deletes stored copies of input from the browser on sign-out. */
document.addEventListener('submit', ({ target }) => {
  if (new URL((target as HTMLFormElement).action).pathname === '/auth/logout') forgetAll()
})
