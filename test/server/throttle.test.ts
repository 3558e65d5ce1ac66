import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { Failure } from '../../core/failure.ts'
import { countersOf, createThrottle, Throttled } from '../../server/throttle.ts'

const clock = () => {
  let time = 1_000_000
  return { now: () => time, pass: (seconds: number) => (time += seconds * 1000) }
}

const wrong = () => Promise.reject(new Failure(401, 'invalid Login'))
const right = () => Promise.resolve('in')

const outcome = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'in',
    (error: unknown) => (error instanceof Throttled ? error.seconds : (error as Failure).status),
  )

test('five failures of an account are free, then each wait is twice the last, up to a minute', async () => {
  const { now, pass } = clock()
  const throttle = createThrottle(now)
  const guess = () => outcome(throttle(countersOf('10.0.0.1', 'admin'), wrong))
  for (let count = 0; count < 5; count += 1) assert.is(await guess(), 401)
  const waits: unknown[] = []
  for (let count = 0; count < 8; count += 1) {
    const seconds = await guess()
    waits.push(seconds)
    pass(Number(seconds))
    assert.is(await guess(), 401)
  }
  assert.equal(waits, [1, 2, 4, 8, 16, 32, 60, 60])
})

test('one address may not go through account after account', async () => {
  const throttle = createThrottle(clock().now)
  const guess = (count: number, address: string) => outcome(throttle(countersOf(address, `user ${count}`), wrong))
  for (let count = 0; count < 20; count += 1) assert.is(await guess(count, '10.0.0.1'), 401)
  assert.is(await guess(21, '10.0.0.1'), 1)
  assert.is(await guess(22, '10.0.0.2'), 401)
})

test('addresses of one IPv6 network count together, IPv4 ones alone', async () => {
  const throttle = createThrottle(clock().now)
  const from = (address: string, name: string) => outcome(throttle(countersOf(address, name), wrong))
  for (let count = 0; count < 20; count += 1) await from(`2001:db8:1:2:${count}::1`, `six ${count}`)
  assert.is(await from('2001:db8:1:2:ffff::9', 'another'), 1)
  for (let count = 0; count < 20; count += 1) await from(`::ffff:10.0.0.${count}`, `four ${count}`)
  assert.is(await from('::ffff:10.0.0.99', 'yet another'), 401)
})

test('a success forgives the account, and time forgives everything', async () => {
  const { now, pass } = clock()
  const throttle = createThrottle(now)
  const attempt = (work: () => Promise<unknown>) => outcome(throttle(countersOf('10.0.0.1', 'admin'), work))
  for (let count = 0; count < 4; count += 1) await attempt(wrong)
  assert.is(await attempt(right), 'in')
  for (let count = 0; count < 5; count += 1) assert.is(await attempt(wrong), 401)
  assert.is(await attempt(right), 1)
  pass(15 * 60 + 1)
  assert.is(await attempt(right), 'in')
})

test('guessing many times at once gets no further than guessing one by one', async () => {
  const throttle = createThrottle(clock().now)
  const slowly = () => new Promise((resolve) => setTimeout(resolve, 5)).then(wrong)
  const all = Array.from({ length: 100 }, () => outcome(throttle(countersOf('10.0.0.1', 'admin'), slowly)))
  const refused = (await Promise.all(all)).filter((result) => result === 401)
  assert.is(refused.length, 5)
})

test('many who sign in at once with the right pair all get in', async () => {
  const throttle = createThrottle(clock().now)
  const slowly = () => new Promise((resolve) => setTimeout(resolve, 2)).then(right)
  const all = Array.from({ length: 50 }, () => outcome(throttle(countersOf('10.0.0.1', 'admin'), slowly)))
  assert.ok((await Promise.all(all)).every((result) => result === 'in'))
})

test('a storage that does not answer counts against nobody', async () => {
  const throttle = createThrottle(clock().now)
  const down = () => Promise.reject(new Failure(503, 'down'))
  for (let count = 0; count < 50; count += 1)
    assert.is(await outcome(throttle(countersOf('10.0.0.1', 'admin'), down)), 503)
})

test.run()
