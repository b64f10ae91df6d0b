import { Page } from '../part/page';
import { hrefTo, type Route } from '../route';
import { Name } from '../part/text';

export function NotFound({ route }: { route: Route }) {
  return (
    <Page title="There is no such page">
      <p>
        Nothing stands at <Name text={`/${route.path.join('/')}`} />.{' '}
        <a href={hrefTo([])}>Go to the overview</a>.
      </p>
    </Page>
  );
}
