import { type ConfigSection, setting } from 'stowage'

const { text, secret } = setting

/** How a MinIO server is registered with MinIO, Inc. */
export const sections: readonly ConfigSection[] = [
  {
    id: 'subnet',
    title: 'SUBNET License',
    group: 'Server',
    settings: [secret('license', 'License Key'), secret('api_key', 'API Key'), text('proxy', 'Proxy')],
  },
]
