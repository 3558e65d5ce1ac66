import Lock from 'lucide-react/icons/lock'
import { useState } from 'react'
import { text } from 'stowage/classes'
import { Button, Chart, Code, CopyButton, Details, Grid, Icon, JsonEditor, Muted, Row, Stack, Status } from 'stowage/ui'
import { Sample } from './sample.tsx'

const policy = `{
  "Version": "2012-10-17",
  "Statement": [{
    "Effect": "Allow"
    "Action": ["s3:GetObject"],
    "Resource": ["arn:aws:s3:::invoices-2026/*"]
  }]
}`

export const Facts = () => {
  const [json, setJson] = useState(policy)
  return (
    <>
      <Sample label="Stack, Row, Grid, Muted">
        <Stack gap={4}>
          <Row gap={3} justify="between">
            Versions <Muted>14 of 20</Muted>
          </Row>
          <Row gap={[2, 5]} wrap>
            {['eu-central-1', 'eu-west-1', 'us-east-1', 'us-west-2', 'ap-southeast-1'].map((region) => (
              <Muted size="inherit" key={region}>
                {region}
              </Muted>
            ))}
          </Row>
          <Grid columns={3} gap={3}>
            <Button>Left</Button>
            <Button>Middle</Button>
            <Button>Right</Button>
          </Grid>
        </Stack>
      </Sample>
      <Sample label="Details list">
        <Details
          rows={[
            {
              label: 'Access Policy',
              value: (
                <Row gap={3} wrap>
                  <Icon of={Lock} /> Private
                </Row>
              ),
              action: (
                <Button tone="quiet" size="sm">
                  Change
                </Button>
              ),
            },
            {
              label: 'Versioning',
              value: <Status tone="ok">Enabled</Status>,
              action: (
                <Button tone="quiet" size="sm">
                  Change
                </Button>
              ),
            },
            {
              label: 'Endpoint',
              value: (
                <>
                  <code className={text.mono}>node-1:9000</code>
                  <CopyButton text="node-1:9000" label="Copy endpoint" />
                </>
              ),
            },
          ]}
        />
      </Sample>
      <Sample label="Code">
        <Code language="json" text={'{ "Effect": "Allow",\n  "Action": ["s3:*"], "Max": 1000 }'} />
        <JsonEditor label="Policy" value={json} onChange={setJson} />
      </Sample>
    </>
  )
}

const hours = Array.from({ length: 96 }, (_, index) => index)
const times = hours.map((hour) => 1_763_078_400 + hour * 5_400)
const wave = (high: number, shift: number) =>
  hours.map((hour) =>
    hour === 40 ? null : (high + Math.sin(hour / 9 + shift) * high * 0.4 + ((hour * 37) % 11) * high * 0.04) * 2 ** 30,
  )
const received = { label: 'Received', values: wave(3, 0) }
const sent = { label: 'Sent', values: wave(2, 1) }
const traffic = [received, sent]

export const Charts = () => (
  <Sample label="Chart" look="wide">
    <Chart label="S3 traffic" unit="bytesPerSecond" times={times} series={traffic} />
  </Sample>
)
