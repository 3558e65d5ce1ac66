import { execFile, execFileSync } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { connectionStrings } from '../../core/protocol/connection-strings.ts'
import { freePort, startProgram } from '../../testing/process.ts'
import { hasPostgres, startPostgres } from './postgres.ts'
import { removeFolder, programPath, hasPrograms, isListening } from './programs.ts'
import { until } from './until.ts'
import { isPresent } from '../runner/components.mjs'
import { temporaryFolder } from './temporary-folder.ts'

/** A notification service on loopback: the settings of a target for it, and the messages it received. */
export type Broker = {
  properties: Record<string, string>
  /** All received messages, as the service stores them. */
  arrived(): Promise<string>
  stop(): Promise<void>
}

/** A secret with all special characters that a storage server can store. */
const SECRET = "it's = a \\ {secret}"

/** Sends texts to a port, and collects the response, with one character per byte. */
const exchange = (port: number, texts: readonly (string | Buffer)[]) => {
  let received = ''
  const socket = connect(
    port,
    '127.0.0.1',
    () =>
      void socket.write(Buffer.concat(texts.map((one) => (typeof one === 'string' ? Buffer.from(`${one}\r\n`) : one)))),
  )
  socket.setEncoding('latin1').on('data', (text: string) => (received += text))
  socket.on('error', () => undefined)
  return { received: () => received, end: () => void socket.destroy() }
}

const redis = async (): Promise<Broker> => {
  const [port, folder] = [await freePort(), temporaryFolder('redis')]
  writeFileSync(
    join(folder, 'redis.conf'),
    `port ${port}\nbind 127.0.0.1\nsave ""\ndir ${folder}\nrequirepass "${SECRET.replaceAll('\\', '\\\\')}"\n`,
  )
  const running = await startProgram(programPath('redis-server'), [join(folder, 'redis.conf')], {
    env: {},
    isReady: isListening(port),
  })
  const command = (...args: string[]) =>
    [`*${args.length}`, ...args.flatMap((argument) => [`$${Buffer.byteLength(argument)}`, argument])].join('\r\n')
  return {
    properties: { address: `127.0.0.1:${port}`, key: 'bucket events', password: SECRET, format: 'namespace' },
    arrived: async () => {
      const { received, end } = exchange(port, [
        command('AUTH', SECRET),
        command('HGETALL', 'bucket events'),
        command('QUIT'),
      ])
      await until(() => /\+OK[^+]*\+OK/.test(received().replace(/\s/g, '')) || received().trimEnd().endsWith('+OK'))
      end()
      return received()
    },
    stop: async () => {
      await running.stop('SIGKILL')
      removeFolder(folder)
    },
  }
}

/** An MQTT 3.1.1 packet of less than 128 bytes. */
const packet = (kind: number, ...parts: (string | number[])[]) => {
  const body = Buffer.concat(
    parts.map((part) =>
      typeof part === 'string'
        ? Buffer.concat([Buffer.of(0, Buffer.byteLength(part)), Buffer.from(part)])
        : Buffer.from(part),
    ),
  )
  return Buffer.concat([Buffer.of(kind, body.length), body])
}

const mqtt = async (): Promise<Broker> => {
  const [port, folder] = [await freePort(), temporaryFolder('mosquitto')]
  const passwords = join(folder, 'passwords')
  execFileSync(programPath('mosquitto_passwd'), ['-b', '-c', passwords, 'me', SECRET], { stdio: 'ignore' })
  // it drops the rights of root
  chmodSync(folder, 0o755)
  chmodSync(passwords, 0o644)
  writeFileSync(
    join(folder, 'mosquitto.conf'),
    `listener ${port} 127.0.0.1\nallow_anonymous false\npassword_file ${passwords}\n`,
  )
  const running = await startProgram(programPath('mosquitto'), ['-c', join(folder, 'mosquitto.conf')], {
    env: {},
    isReady: isListening(port),
  })
  // a clean session with name and password and a short keep-alive; then one subscription
  const { received, end } = exchange(port, [
    packet(0x10, 'MQTT', [4, 0xc2, 0, 0], 'listener', 'me', SECRET),
    packet(0x82, [0, 1], 'bucket/events', [0]),
  ])
  await until(() => received().includes('\u0090'))
  return {
    properties: {
      broker: `tcp://127.0.0.1:${port}`,
      topic: 'bucket/events',
      username: 'me',
      password: SECRET,
      qos: '1',
      keep_alive_interval: '10s',
    },
    arrived: async () => received(),
    stop: async () => {
      end()
      await running.stop('SIGKILL')
      removeFolder(folder)
    },
  }
}

const nats = async (): Promise<Broker> => {
  const port = await freePort()
  const running = await startProgram(
    programPath('nats-server'),
    ['-a', '127.0.0.1', '-p', String(port), '--user', 'me', '--pass', SECRET],
    { env: {}, isReady: isListening(port) },
  )
  const { received, end } = exchange(port, [
    `CONNECT ${JSON.stringify({ user: 'me', pass: SECRET, verbose: false })}`,
    'SUB bucket.events 1',
    'PING',
  ])
  await until(() => received().includes('PONG'))
  return {
    properties: { address: `127.0.0.1:${port}`, subject: 'bucket.events', username: 'me', password: SECRET },
    arrived: async () => received(),
    stop: async () => {
      end()
      await running.stop('SIGKILL')
    },
  }
}

const postgres = async (): Promise<Broker> => {
  const { port, sql, stop } = await startPostgres(SECRET)
  await sql('postgres', 'create database events')
  const parts = {
    host: '127.0.0.1',
    port: String(port),
    dbname: 'events',
    user: 'me',
    password: SECRET,
    sslmode: 'disable',
  }
  return {
    properties: {
      connection_string: connectionStrings.postgres.compose(parts, ''),
      table: 'bucket_events',
      format: 'namespace',
    },
    arrived: () => sql('events', 'select value from bucket_events').catch(() => ''),
    stop,
  }
}

const mariadb = async (): Promise<Broker> => {
  const [port, folder] = [await freePort(), temporaryFolder('mariadb')]
  const [data, socket] = [join(folder, 'data'), join(folder, 'socket')]
  const by = process.getuid?.() === 0 ? ['--user=root'] : []
  execFileSync(
    programPath('mariadb-install-db'),
    ['--no-defaults', `--datadir=${data}`, '--skip-test-db', '--auth-root-authentication-method=normal', ...by],
    { stdio: 'ignore' },
  )
  const args = [
    '--no-defaults',
    `--datadir=${data}`,
    `--socket=${socket}`,
    `--port=${port}`,
    '--bind-address=127.0.0.1',
    '--innodb-flush-log-at-trx-commit=0',
    ...by,
  ]
  const running = await startProgram(programPath('mariadbd'), args, {
    env: {},
    name: 'mariadb',
    isReady: isListening(port),
  })
  const sql = async (text: string) =>
    (
      await promisify(execFile)(programPath('mariadb'), [
        '--no-defaults',
        `--socket=${socket}`,
        '-u',
        'root',
        '-N',
        '-e',
        text,
      ])
    ).stdout
  const quoted = SECRET.replace(/['\\]/g, '\\$&')
  await sql(`create database events; create user 'me'@'%' identified by '${quoted}'; grant all on events.* to 'me'@'%'`)
  const parts = { host: '127.0.0.1', port: String(port), dbname: 'events', user: 'me', password: SECRET, sslmode: '' }
  return {
    // MariaDB cannot parse the statement with which the server creates the table of namespaces
    properties: { dsn_string: connectionStrings.mysql.compose(parts, ''), table: 'bucket_events', format: 'access' },
    arrived: () => sql('select event_data from events.bucket_events').catch(() => ''),
    stop: async () => {
      await running.stop('SIGKILL')
      removeFolder(folder)
    },
  }
}

/** Debian's wrapper needs another user, and the folders of the machine. */
const RABBIT = '/usr/lib/rabbitmq/bin/rabbitmq-server'

const rabbit = async (): Promise<Broker> => {
  const [port, panel, names, distribution] = [await freePort(), await freePort(), await freePort(), await freePort()]
  const folder = temporaryFolder('rabbit')
  const at = (name: string) => join(folder, name)
  const secret = `<<"${SECRET.replace(/["\\]/g, '\\$&')}">>`
  writeFileSync(
    at('advanced.config'),
    `[{rabbit, [{tcp_listeners, [{"127.0.0.1", ${port}}]}, {default_user, <<"me">>}, {default_pass, ${secret}}, {loopback_users, []}]}, {rabbitmq_management, [{tcp_config, [{ip, "127.0.0.1"}, {port, ${panel}}]}]}].`,
  )
  writeFileSync(at('plugins'), '[rabbitmq_management].')
  const env = {
    HOME: folder,
    ERL_EPMD_PORT: String(names),
    ERL_EPMD_ADDRESS: '127.0.0.1',
    RABBITMQ_NODENAME: `stowage-${port}@localhost`,
    RABBITMQ_DIST_PORT: String(distribution),
    RABBITMQ_MNESIA_BASE: at('data'),
    RABBITMQ_LOGS: '-',
    RABBITMQ_CONFIG_FILE: at('rabbitmq'),
    RABBITMQ_ADVANCED_CONFIG_FILE: at('advanced.config'),
    RABBITMQ_ENABLED_PLUGINS_FILE: at('plugins'),
  }
  const authorization = `Basic ${Buffer.from(`me:${SECRET}`).toString('base64')}`
  const callApi = async (method: string, path: string, body?: object) => {
    const response = await fetch(`http://127.0.0.1:${panel}/api/${path}`, {
      method,
      headers: { authorization },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`RabbitMQ answers ${path} with ${response.status}: ${await response.text()}`)
    return response.text()
  }
  // it would start one that keeps running
  const register = await startProgram(programPath('epmd'), ['-port', String(names), '-address', '127.0.0.1'], {
    env,
    isReady: isListening(names),
  })
  const running = await startProgram(RABBIT, [], {
    env,
    isReady: async () => (await isListening(port)()) && (await callApi('GET', 'whoami')) !== '',
  })
  await callApi('PUT', 'exchanges/%2F/bucket-events', { type: 'fanout', durable: true })
  await callApi('PUT', 'queues/%2F/events', {})
  await callApi('POST', 'bindings/%2F/e/bucket-events/q/events', {})
  return {
    properties: {
      url: `amqp://me:${encodeURIComponent(SECRET)}@127.0.0.1:${port}`,
      exchange: 'bucket-events',
      exchange_type: 'fanout',
      routing_key: 'any',
      durable: 'on',
      delivery_mode: '2',
    },
    arrived: () =>
      callApi('POST', 'queues/%2F/events/get', { count: 10, ackmode: 'ack_requeue_true', encoding: 'auto' }),
    stop: async () => {
      await running.stop()
      await register.stop()
      removeFolder(folder)
    },
  }
}

/** Services that this machine may have programs of, by the storage server's name for them. */
export const brokers: readonly { service: string; isPresent: boolean; start: () => Promise<Broker> }[] = [
  { service: 'postgresql', isPresent: hasPostgres, start: postgres },
  {
    service: 'mysql',
    isPresent: isPresent('mariadb', hasPrograms('mariadb-install-db', 'mariadbd', 'mariadb')),
    start: mariadb,
  },
  { service: 'redis', isPresent: isPresent('redis', hasPrograms('redis-server')), start: redis },
  { service: 'mqtt', isPresent: isPresent('mosquitto', hasPrograms('mosquitto', 'mosquitto_passwd')), start: mqtt },
  { service: 'amqp', isPresent: isPresent('rabbitmq', hasPrograms(RABBIT, 'epmd', 'erl')), start: rabbit },
  { service: 'nats', isPresent: isPresent('nats', hasPrograms('nats-server')), start: nats },
]
