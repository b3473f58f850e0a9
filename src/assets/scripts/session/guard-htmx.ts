import { askToSignIn } from './fetch-signed-in.ts'
import { fetchRenewed, isSignedOut } from './session.ts'

document.addEventListener('htmx:before:request', ({ detail: { ctx } }) => {
  Object.assign(ctx, { fetch: fetchRenewed })
})

/** Prevents htmx from replacing a page with the login page when the session has ended. */
document.addEventListener('htmx:before:response', (event) => {
  const { response } = event.detail.ctx
  if (!response || !isSignedOut(response.raw)) return
  event.preventDefault()
  void askToSignIn()
})
