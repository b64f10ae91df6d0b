// The list of stereotype analyses.
import { get } from '../api/client';
import { useList } from '../api/list';
import type { StereotypeAnalysis } from '../api/types';
import { DemoOffer } from '../part/demo';
import { WhenLoaded } from '../part/loaded';
import { Command, Empty } from '../part/notice';
import { Page } from '../part/page';
import { DataTable, type Column } from '../part/table';
import { Name, Time } from '../part/text';
import { hrefTo } from '../route';

const columns: readonly Column<StereotypeAnalysis>[] = [
  {
    id: 'name',
    title: 'Analysis',
    value: (row) => row.name,
    show: (row) => (
      <a href={hrefTo(['stereotypes', row.id])}>
        <Name text={row.name || `Analysis ${row.id}`} />
      </a>
    ),
  },
  {
    id: 'classifier',
    title: 'Classifier',
    value: (row) => row.classifier,
    show: (row) => <Name text={row.classifier} />,
  },
  {
    id: 'created_at',
    title: 'Made',
    value: (row) => row.created_at,
    show: (row) => <Time at={row.created_at} />,
  },
];

export function StereotypesPage() {
  const list = useList('analyses', 'stereotypes', (cursor, signal) =>
    get('/api/v1/stereotype-analyses', { query: { order: 'desc', limit: 500, cursor }, signal }),
  );
  return (
    <Page
      title="Stereotype analyses"
      lead="Answers with and without a bias in the question: what a classifier for stereotypes makes of both."
    >
      <WhenLoaded load={list} what="analyses">
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="No analyses yet" actions={<DemoOffer onLoaded={list.reload} />}>
              <p>
                Drop an evaluation file (evaluation_NAME.json) on this page, or analyse one and keep its
                document:
              </p>
              <Command text="plumb stereotype evaluation.json --json" />
            </Empty>
          ) : (
            <DataTable
              id="analyses"
              name="Stereotype analyses"
              list={list}
              rows={items}
              keyOf={(row) => row.id}
              columns={columns}
            />
          )
        }
      </WhenLoaded>
    </Page>
  );
}
