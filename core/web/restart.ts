import { banners, showToast } from './toasts.ts'
import { core } from '../protocol/calls.ts'
import { call } from './client.ts'
import { restartFailed } from '../messages.ts'

/** Restarts the server. If that fails, the banner asks again and the cause is only logged (spec/1 section 4). */
export const restartStorageServer = async () => {
  banners.restart = 'running'
  try {
    await call(core.restart, { body: {} })
    banners.restart = 'none'
    showToast('The server has restarted')
  } catch (failure) {
    banners.restart = 'needed'
    console.warn(restartFailed, failure)
  }
}
