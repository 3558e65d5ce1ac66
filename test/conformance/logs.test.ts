import * as assert from 'uvu/assert'
import * as v from 'valibot'
import { Filter, type LogLine } from '../../plugins/logs/contract.ts'
import { addUser, allow, onEveryEngine, refused } from './engines.ts'

const filterOf = (query: v.InferInput<typeof Filter> = {}) => v.parse(Filter, query)

onEveryEngine('logs', (test, peer) => {
  test('the last lines of the log come first, each with its node, and a text or a message', async () => {
    const admin = await peer().as()
    const controller = new AbortController()
    const lines = admin.logs.follow(filterOf(), controller.signal)[Symbol.asyncIterator]()
    const next = lines.next()
    // the log of a quiet embedded engine is empty: a webhook that is away has it told
    if (peer().name === 'embedded') controller.abort()
    const { value, done } = await next
    if (peer().name === 'embedded') assert.is(done, true)
    else {
      const line = value as LogLine
      assert.ok(line.node)
      assert.ok(line.ConsoleMsg || line.message || line.error?.message)
      assert.not(line.ConsoleMsg.includes('\u001b'))
    }
    controller.abort()
    assert.is((await lines.return?.())?.done ?? true, true)
  })

  test('whoever may not see the log is refused, and is told what it takes', async () => {
    const admin = await peer().as()
    const { signal } = new AbortController()
    const reader = await peer().as(await addUser(admin, [allow(['s3:*'], ['*'])]))
    const failure = await refused(403, reader.logs.follow(filterOf(), signal)[Symbol.asyncIterator]().next())
    assert.is(failure.detail, 'admin:ConsoleLog is not granted')
  })
})
