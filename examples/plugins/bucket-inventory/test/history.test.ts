import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createHistory, growthOf, withSample } from '../history.ts'
import { publicAccess } from '../public-access.ts'

const day = (number: number, hour = 0) => number * 86_400_000 + hour * 3_600_000

const memory = () => {
  const texts = new Map<string, string>()
  return {
    isDurable: false,
    read: async (name: string) => texts.get(name),
    write: async (name: string, text: string) => void texts.set(name, text),
  }
}

test('a bucket keeps one sample a day, for the days of the period', () => {
  const first = withSample({ samples: [] }, [day(1), 10], 3)
  assert.deepEqual(withSample({ samples: first }, [day(1, 5), 20], 3), [[day(1), 10]])
  const all = withSample({ samples: withSample({ samples: first }, [day(2), 20], 3) }, [day(4), 40], 3)
  assert.deepEqual(all, [
    [day(2), 20],
    [day(4), 40],
  ])
})

test('growth is unknown on the first day, and may be negative', () => {
  assert.equal(growthOf([[day(1), 10]], [day(1, 5), 20]), undefined)
  assert.deepEqual(growthOf([[day(1), 10]], [day(2), 4]), { bytes: -6, since: new Date(day(1)).toISOString() })
})

test('sizes and settings survive a restart, and a new bucket of the same name starts again', async () => {
  const store = memory()
  const before = createHistory()
  before.open(store)
  await before.setSettings({ ownerTag: 'team', days: 7 })
  await before.measure([{ name: '__proto__', created: 'then', size: 1 }], day(1))
  const after = createHistory()
  after.open(store)
  assert.deepEqual(await after.settings(), { ownerTag: 'team', days: 7 })
  const [same] = await after.measure([{ name: '__proto__', created: 'then', size: 3 }], day(2))
  assert.equal(same?.growth?.bytes, 2)
  const [other] = await after.measure([{ name: '__proto__', created: 'now', size: 3 }], day(3))
  assert.equal(other?.growth, undefined)
  assert.equal((await after.of('__proto__')).length, 1)
})

test('a bucket without a known size is not measured', async () => {
  const history = createHistory()
  history.open(memory())
  assert.deepEqual(await history.measure([{ name: 'photos' }], day(1)), [{ name: 'photos' }])
  assert.deepEqual(await history.of('photos'), [])
})

test('a policy is public if it allows everyone an action without a condition', () => {
  const policy = (statement: object) => JSON.stringify({ Statement: [statement] })
  assert.equal(publicAccess(undefined), 'private')
  assert.equal(publicAccess(policy({ Effect: 'Allow', Principal: { AWS: ['*'] } })), 'public')
  assert.equal(publicAccess(policy({ Effect: 'Allow', Principal: '*', Condition: { IpAddress: {} } })), 'conditional')
  assert.equal(publicAccess(policy({ Effect: 'Deny', Principal: '*' })), 'private')
  assert.equal(publicAccess(policy({ Effect: 'Allow', Principal: { AWS: ['ana'] } })), 'private')
  assert.equal(publicAccess('not JSON'), undefined)
})
