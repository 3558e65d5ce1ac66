import { createAlerts } from '../backend/alerts.ts'
import type { Pause } from '../../../engines/outbound/webhook.ts'
import { silentLog } from '../../../engines/engine.ts'
import { createMemoryStore } from '../../../engines/lib/key-value-store.ts'
import { createSecretBox } from '../../../engines/lib/secret-box.ts'
import { createOutbound } from '../../../engines/outbound/outbound.ts'

export const start = Date.UTC(2026, 10, 22, 9)

export type WebhookMessage = {
  text: string
  state: string
  alert: { title: string; source?: string; started: string; ended?: string }
}

export const hookAt = (endpoint: string) => ({ endpoint, format: 'json' as const })

/** Alerts on a store that survives restarts, with a clock that only `pass` advances. */
export const setup = () => {
  const memory = createMemoryStore()
  /** Whether the disk is full. */
  const disk = { isFull: false }
  const keyValueStore = {
    ...memory,
    write: async (name: string, text: string) => {
      if (disk.isFull) throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
      await memory.write(name, text)
    },
  }
  const secrets = createSecretBox(undefined)
  const delays: number[] = []
  const state = { now: start }
  let wake = () => {}
  const pause: Pause = async (ms, signal) => {
    delays.push(ms)
    await new Promise<void>((resolve) => {
      wake = resolve
      signal.addEventListener('abort', () => resolve(), { once: true })
    })
  }
  const context = {
    keyValueStore,
    secrets,
    log: silentLog,
    outbound: createOutbound({ allowed: ['127.0.0.1'] }),
    clock: () => state.now,
    pause,
  }
  const begin = async (some: Partial<typeof context> = {}) => {
    const alerts = createAlerts()
    await alerts.open({ ...context, ...some })
    /** Reports `value` offline drives for `seconds`, in one sample every 20 seconds. */
    const see = async (value: number, seconds: number, source?: string) => {
      for (let passed = 0; passed <= seconds; passed += 20, state.now += 20_000)
        await alerts.take({ 'drives-offline': { value, source } })
    }
    return { alerts, see, list: () => alerts.list().alerts }
  }
  return { begin, keyValueStore, disk, delays, again: () => wake(), pass: (ms: number) => void (state.now += ms) }
}
