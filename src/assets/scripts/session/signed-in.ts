import { behaviour } from '../behaviours/behaviour.ts'
import { CHANNEL } from './session.ts'

/** `<… data-signed-in>`: tells the tabs that wait for it that the reader is signed in, and closes this one where it may. */
behaviour('[data-signed-in]', () => {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage('signed in')
  channel.close()
  window.close()
})
