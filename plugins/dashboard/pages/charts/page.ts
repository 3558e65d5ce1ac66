export { Charts as default } from './charts.tsx'
