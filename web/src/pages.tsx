// Which page a route names.
import { BaselinesPage } from './page/baselines';
import { ComparePage } from './page/compare';
import { ExecutionPage } from './page/execution';
import { ExperimentPage } from './page/experiment';
import { ExperimentsPage } from './page/experiments';
import { ImportPage } from './page/import';
import { KeysPage } from './page/keys';
import { MonitorPage } from './page/monitor';
import { MonitorsPage } from './page/monitors';
import { NotFound } from './page/not_found';
import { OverviewPage } from './page/overview';
import { SessionPage } from './page/session';
import { SessionsPage } from './page/sessions';
import { StereotypePage } from './page/stereotype';
import { StereotypesPage } from './page/stereotypes';
import type { Route } from './route';

function idOf(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

export function pageOf(route: Route) {
  const [place = '', part, ...rest] = route.path;
  const id = idOf(part);
  if (rest.length > 0 || (part !== undefined && id === null)) return <NotFound route={route} />;
  if (id !== null) {
    switch (place) {
      case 'executions':
        return <ExecutionPage key={id} id={id} route={route} />;
      case 'sessions':
        return <SessionPage key={id} id={id} />;
      case 'experiments':
        return <ExperimentPage key={id} id={id} route={route} />;
      case 'stereotypes':
        return <StereotypePage key={id} id={id} route={route} />;
      case 'monitors':
        return <MonitorPage key={id} id={id} />;
      default:
        return <NotFound route={route} />;
    }
  }
  switch (place) {
    case '':
      return <OverviewPage route={route} />;
    case 'compare':
      return <ComparePage route={route} />;
    case 'sessions':
      return <SessionsPage />;
    case 'experiments':
      return <ExperimentsPage />;
    case 'stereotypes':
      return <StereotypesPage />;
    case 'baselines':
      return <BaselinesPage route={route} />;
    case 'monitors':
      return <MonitorsPage route={route} />;
    case 'keys':
      return <KeysPage />;
    case 'import':
      return <ImportPage />;
    default:
      return <NotFound route={route} />;
  }
}
