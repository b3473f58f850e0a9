import { behaviour } from '../behaviours/behaviour.ts'
import { CHANNEL } from './session.ts'

/** `<… data-signed-in>`: informs waiting tabs that the user has signed in, and closes this one if allowed. */
behaviour('[data-signed-in]', () => {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage('signed in')
  channel.close()
  window.close()
})
