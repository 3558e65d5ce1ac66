type Component =
  | 'chromium'
  | 'minio'
  | 'etcd'
  | 'kube-apiserver'
  | 'helm'
  | 'openssl'
  | 'slapd'
  | 'postgresql'
  | 'mariadb'
  | 'redis'
  | 'mosquitto'
  | 'nats'
  | 'rabbitmq'
  | 'prometheus'
  | 'small-disk'

export const isPresent: (name: Component, found: boolean) => boolean
