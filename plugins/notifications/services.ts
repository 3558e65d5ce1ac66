import * as v from 'valibot'
import { type Setting, setting, settingValue } from 'stowage'
import * as texts from './messages.ts'

export type { Setting }

/** A service that events can be sent to. */
export type Service = {
  /** The storage server's ID of the target type: the last part of its ARNs. */
  id: string
  /** The configuration section, also used in addresses. */
  code: string
  title: string
  about: string
  group: 'Databases' | 'Queues' | 'Search and HTTP'
  /** A connection string that can also be entered as separate fields. */
  connection?: 'postgres' | 'mysql'
  settings: readonly Setting[]
}

const { text, required, secret, number, flag, duration, choice } = setting

const tls = [flag('tls', 'TLS'), flag('tls_skip_verify', 'TLS Skip Verify', { hint: texts.skipVerifyHelp })]
const format = choice('format', 'Format', ['namespace', 'access'], {
  value: 'namespace',
  required: true,
  hint: texts.formatHelp,
})
const queue = [
  text('queue_dir', 'Queue Dir', {
    placeholder: '/var/lib/minio/events',
    hint: texts.queueDirectoryHelp,
  }),
  number('queue_limit', 'Queue Limit', { placeholder: '10000', hint: texts.queueLimitHelp }),
]
const clientCertificate = [
  text('client_cert', 'Client Certificate', { hint: texts.certificatePathHelp }),
  text('client_key', 'Client Key', { hint: texts.certificatePathHelp }),
]
const comment = text('comment', 'Comment', { placeholder: 'Who reads these events' })

/** The services of spec/2 section 3; keys as on the storage server (minio-server 3.10). */
export const services: readonly Service[] = [
  {
    id: 'postgresql',
    code: 'notify_postgres',
    title: 'PostgreSQL',
    about: texts.namespaceFormatHelp,
    group: 'Databases',
    connection: 'postgres',
    settings: [
      required('connection_string', 'Connection String'),
      required('table', 'Table'),
      format,
      ...queue,
      number('max_open_connections', 'Max Open Connections'),
      comment,
    ],
  },
  {
    id: 'mysql',
    code: 'notify_mysql',
    title: 'Mysql',
    about: texts.sqlFormatHelp,
    group: 'Databases',
    connection: 'mysql',
    settings: [
      required('dsn_string', 'DSN String'),
      required('table', 'Table'),
      { ...format, hint: texts.mariaDbAccessOnly(format.hint) },
      ...queue,
      number('max_open_connections', 'Max Open Connections'),
      comment,
    ],
  },
  {
    id: 'kafka',
    code: 'notify_kafka',
    title: 'Kafka',
    about: 'A message on a topic',
    group: 'Queues',
    settings: [
      required('brokers', 'Brokers', { placeholder: 'kafka-1:9092,kafka-2:9092', hint: 'Separated by commas.' }),
      text('topic', 'Topic'),
      flag('sasl', 'SASL'),
      text('sasl_username', 'SASL Username'),
      secret('sasl_password', 'SASL Password'),
      choice('sasl_mechanism', 'SASL Mechanism', ['plain', 'sha256', 'sha512']),
      ...tls,
      choice('tls_client_auth', 'TLS Client Auth', ['0', '1', '2', '3', '4'], {
        hint: '0 asks for no client certificate, 4 asks for one and checks it.',
      }),
      text('client_tls_cert', 'Client TLS Certificate', { hint: texts.certificatePathHelp }),
      text('client_tls_key', 'Client TLS Key', { hint: texts.certificatePathHelp }),
      text('version', 'Version', { placeholder: '2.8.0' }),
      ...queue,
      comment,
    ],
  },
  {
    id: 'amqp',
    code: 'notify_amqp',
    title: 'AMQP',
    about: 'RabbitMQ and other 0-9-1 brokers',
    group: 'Queues',
    settings: [
      required('url', 'URL', { placeholder: 'amqp://user:password@rabbit:5672' }),
      text('exchange', 'Exchange'),
      choice('exchange_type', 'Exchange Type', ['direct', 'fanout', 'topic', 'headers']),
      text('routing_key', 'Routing Key'),
      flag('mandatory', 'Mandatory'),
      flag('durable', 'Durable'),
      flag('no_wait', 'No Wait'),
      flag('internal', 'Internal'),
      flag('auto_deleted', 'Auto Deleted'),
      choice('delivery_mode', 'Delivery Mode', ['0', '1', '2'], { hint: '2 stores messages on disk.' }),
      ...queue,
      comment,
    ],
  },
  {
    id: 'mqtt',
    code: 'notify_mqtt',
    title: 'MQTT',
    about: 'A message on a topic',
    group: 'Queues',
    settings: [
      required('broker', 'Broker', { placeholder: 'tcp://mqtt:1883' }),
      required('topic', 'Topic'),
      text('username', 'Username'),
      secret('password', 'Password'),
      choice('qos', 'QoS', ['0', '1', '2'], { hint: texts.queueNeedsQos }),
      duration('keep_alive_interval', 'Keep Alive Interval', { placeholder: '10s' }),
      duration('reconnect_interval', 'Reconnect Interval', { placeholder: '1s' }),
      ...queue,
      comment,
    ],
  },
  {
    id: 'redis',
    code: 'notify_redis',
    title: 'Redis',
    about: texts.redisKeyHelp,
    group: 'Databases',
    settings: [
      required('address', 'Address', { placeholder: 'redis:6379' }),
      required('key', 'Key'),
      text('user', 'User'),
      secret('password', 'Password'),
      format,
      ...queue,
      comment,
    ],
  },
  {
    id: 'nats',
    code: 'notify_nats',
    title: 'NATS',
    about: 'A subject, or JetStream',
    group: 'Queues',
    settings: [
      required('address', 'Address', { placeholder: 'nats:4222' }),
      required('subject', 'Subject'),
      text('username', 'Username'),
      secret('password', 'Password'),
      secret('token', 'Token'),
      ...tls,
      duration('ping_interval', 'Ping Interval', { placeholder: '0s' }),
      flag('jetstream', 'JetStream'),
      flag('streaming', 'Streaming'),
      flag('streaming_async', 'Streaming Async'),
      number('streaming_max_pub_acks_in_flight', texts.streamingMaxPubAcks),
      text('streaming_cluster_id', 'Streaming Cluster ID'),
      text('cert_authority', 'Certificate Authority', { hint: texts.certificatePathHelp }),
      ...clientCertificate,
      ...queue,
      comment,
    ],
  },
  {
    id: 'elasticsearch',
    code: 'notify_elasticsearch',
    title: 'Elastic Search',
    about: 'A document in an index',
    group: 'Search and HTTP',
    settings: [
      required('url', 'URL', { placeholder: 'https://search:9200' }),
      required('index', 'Index'),
      format,
      text('username', 'Username'),
      secret('password', 'Password'),
      ...queue,
      comment,
    ],
  },
  {
    id: 'webhook',
    code: 'notify_webhook',
    title: 'Webhook',
    about: 'A POST to any address',
    group: 'Search and HTTP',
    settings: [
      required('endpoint', 'Endpoint', { placeholder: 'https://hooks.example/s3' }),
      secret('auth_token', 'Auth Token'),
      ...clientCertificate,
      ...queue,
      comment,
    ],
  },
  {
    id: 'nsq',
    code: 'notify_nsq',
    title: 'NSQ',
    about: 'A message on a topic',
    group: 'Queues',
    settings: [
      required('nsqd_address', 'NSQD Address', { placeholder: 'nsqd:4150' }),
      required('topic', 'Topic'),
      ...tls,
      ...queue,
      comment,
    ],
  },
]

/** Finds a service by ID, configuration section, or the alias `postgres`. */
export const serviceOf = (name: string): Service | undefined =>
  services.find(({ id, code }) => id === name || code === name || (name === 'postgres' && id === 'postgresql'))

/** Schema of a setting's text. */
export const valueOf = (setting: Setting) => {
  const { key } = setting
  const all = (test: (value: string) => boolean, message: string) =>
    v.pipe(
      settingValue(setting),
      v.check((value) => value === '' || test(value), message),
    )
  if (key === 'queue_dir') return all((value) => value.startsWith('/'), texts.absolutePathFormat)
  if (key === 'endpoint') return all((value) => /^https?:\/\/[^/]/i.test(value), texts.httpAddressFormat)
  return settingValue(setting)
}
