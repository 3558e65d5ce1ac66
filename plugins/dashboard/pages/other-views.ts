// one script for what is shown on other tabs and pages
export { Alerts } from './alerts.tsx'
export { Charts } from './charts/charts.tsx'
export { LatencyView } from './latency.tsx'
export { Thresholds } from './thresholds.tsx'
export { Topology } from './topology.tsx'
export { thresholdsPanel } from '../panel.ts'
