import { assert, test } from '../lib/suite.ts'
import { reloadOnBuild } from '../../core/web/dev-reload.ts'
import { until } from '../lib/react.tsx'

/** A browser's source of events, which the test opens and ends. */
class Source {
  static readonly CLOSED = 2
  static readonly all: Source[] = []
  readyState = 0
  onopen?: () => void
  onerror?: () => void
  constructor(readonly url: string) {
    Source.all.push(this)
  }
}

test('a page whose server restarts is reloaded once the server is back', async () => {
  const before = globalThis.EventSource
  Object.assign(globalThis, { EventSource: Source })
  try {
    let reloads = 0
    reloadOnBuild(() => (reloads += 1))
    const [first] = Source.all
    first?.onopen?.()
    assert.is(reloads, 0)
    Object.assign(first as Source, { readyState: Source.CLOSED })
    first?.onerror?.()
    await until(() => assert.is(Source.all.length, 2))
    Source.all[1]?.onopen?.()
    assert.is(reloads, 1)
  } finally {
    Object.assign(globalThis, { EventSource: before })
  }
})
