import { assert, test } from '../lib/suite.ts'
import { Failure } from '../../core/protocol/failure.ts'
import { countersOf, createThrottle, networkOf, ThrottledError } from '../../server/throttle.ts'

const clock = () => {
  let time = 1_000_000
  return { now: () => time, pass: (seconds: number) => (time += seconds * 1000) }
}

const wrong = () => Promise.reject(new Failure(401, 'invalid Login'))
const right = () => Promise.resolve('in')

const outcome = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'in',
    (error: unknown) => (error instanceof ThrottledError ? error.seconds : (error as Failure).status),
  )

test('five failures of an account are free, then each delay doubles up to a minute', async () => {
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

test('one address cannot try many accounts', async () => {
  const throttle = createThrottle(clock().now)
  const guess = (count: number, address: string) => outcome(throttle(countersOf(address, `user ${count}`), wrong))
  for (let count = 0; count < 20; count += 1) assert.is(await guess(count, '10.0.0.1'), 401)
  assert.is(await guess(21, '10.0.0.1'), 1)
  assert.is(await guess(22, '10.0.0.2'), 401)
})

test('addresses of one IPv6 network count together in any notation, and IPv4 addresses alone', async () => {
  const throttle = createThrottle(clock().now)
  const from = (address: string, name: string) => outcome(throttle(countersOf(address, name), wrong))
  const written = (count: number) => [
    `2001:db8:0:2:${count}::1`,
    `2001:0DB8::2:0:0:0:${count}`,
    `2001:db8:0:2::${count}`,
  ]
  for (let count = 0; count < 20; count += 1) await from(written(count)[count % 3] ?? '', `six ${count}`)
  assert.is(await from('2001:db8:0:2:ffff::9', 'another'), 1)
  assert.is(await from('2001:db8::2', 'of another network'), 401)
  for (let count = 0; count < 20; count += 1) await from(`::ffff:10.0.0.${count}`, `four ${count}`)
  assert.is(await from('::ffff:10.0.0.99', 'yet another'), 401)
  assert.equal(['::ffff:10.1.2.3', '::ffff:a01:203', '10.1.2.3'].map(networkOf), ['10.1.2.3', '10.1.2.3', '10.1.2.3'])
  assert.equal(['::1', 'fe80::1%eth0', '::'].map(networkOf), ['0:0:0:0', 'fe80:0:0:0', '0:0:0:0'])
})

test('a guessed account is blocked only for the guessing address', async () => {
  const throttle = createThrottle(clock().now, async () => {})
  for (let count = 0; count < 8; count += 1) await outcome(throttle(countersOf('10.0.0.1', 'admin'), wrong))
  assert.is(await outcome(throttle(countersOf('10.0.0.1', 'admin'), right)), 1)
  assert.is(await outcome(throttle(countersOf('10.0.0.2', 'admin'), right)), 'in')
})

test('distributed guesses at one account are delayed increasingly, and lock no account', async () => {
  const pauses: number[] = []
  const throttle = createThrottle(clock().now, async (ms) => void pauses.push(ms))
  const attempt = (host: number, work = wrong as () => Promise<unknown>) =>
    outcome(throttle(countersOf(`10.0.0.${host}`, 'admin'), work))
  for (let host = 0; host < 27; host += 1) assert.is(await attempt(host), 401)
  assert.equal(pauses, [250, 500, 1000, 2000, 4000, 4000, 4000])
  assert.is(await attempt(99, right), 'in')
  assert.is(await outcome(throttle(countersOf('10.0.0.200', 'other'), right)), 'in')
  assert.is(pauses.length, 8)
})

test('a block outlasts any other attempts, and unknown names use no memory', async () => {
  const throttle = createThrottle(clock().now, async () => {})
  const guess = (address: string, name: string) => outcome(throttle(countersOf(address, name), wrong))
  for (let count = 0; count < 5; count += 1) await guess('10.0.0.1', 'admin')
  for (let count = 0; count < 20; count += 1) await guess('10.0.0.2', `other ${count}`)
  // one address is blocked before its names are counted; many of them fill up the table
  for (let count = 0; count < 12_000; count += 1) await guess('10.0.0.2', `junk ${count}`)
  for (let count = 0; count < 12_000; count += 1) await guess(`10.1.${count >> 8}.${count & 255}`, `junk ${count}`)
  assert.is(await guess('10.0.0.1', 'admin'), 1)
  assert.is(await guess('10.0.0.2', 'admin'), 1)
})

test("an attacker's own account allows no more guesses at others", async () => {
  const throttle = createThrottle(clock().now, async () => {})
  const results: unknown[] = []
  for (let count = 0; count < 25; count += 1) {
    results.push(await outcome(throttle(countersOf('10.0.0.1', `victim ${count}`), wrong)))
    await outcome(throttle(countersOf('10.0.0.1', 'own'), right))
  }
  assert.equal(results.slice(0, 20), Array(20).fill(401))
  assert.equal(results.slice(20), Array(5).fill(1))
})

test('password attempts within a session count from every address', async () => {
  const throttle = createThrottle(clock().now, async () => {})
  const attempt = (host: number) => outcome(throttle(countersOf(`10.0.0.${host}`, 'admin', 'proof'), wrong))
  for (let host = 0; host < 5; host += 1) assert.is(await attempt(host), 401)
  assert.is(await attempt(9), 1)
  assert.is(await outcome(throttle(countersOf('10.0.0.9', 'admin'), right)), 'in')
})

test('setting the clock back extends no delay', async () => {
  const throttle = createThrottle()
  const guess = () => outcome(throttle(countersOf('10.0.0.1', 'admin'), wrong))
  for (let count = 0; count < 5; count += 1) await guess()
  const { now } = Date
  Date.now = () => now() - 10 * 86_400_000
  try {
    assert.is(await guess(), 1)
  } finally {
    Date.now = now
  }
})

test('a success resets the account, and time resets everything', async () => {
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

test('parallel guesses are limited like sequential ones', async () => {
  const throttle = createThrottle(clock().now)
  const slowly = () => new Promise((resolve) => setTimeout(resolve, 5)).then(wrong)
  const all = Array.from({ length: 100 }, () => outcome(throttle(countersOf('10.0.0.1', 'admin'), slowly)))
  const refused = (await Promise.all(all)).filter((result) => result === 401)
  assert.is(refused.length, 5)
})

test('parallel sign-ins with the right credentials all succeed', async () => {
  const throttle = createThrottle(clock().now)
  const slowly = () => new Promise((resolve) => setTimeout(resolve, 2)).then(right)
  const all = Array.from({ length: 50 }, () => outcome(throttle(countersOf('10.0.0.1', 'admin'), slowly)))
  assert.ok((await Promise.all(all)).every((result) => result === 'in'))
})

test('an unresponsive storage is not counted as a failure', async () => {
  const throttle = createThrottle(clock().now)
  const down = () => Promise.reject(new Failure(503, 'down'))
  for (let count = 0; count < 50; count += 1)
    assert.is(await outcome(throttle(countersOf('10.0.0.1', 'admin'), down)), 503)
})
