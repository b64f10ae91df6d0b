// Made by script/types.mjs from the server's /openapi.json and docs/formats; do not edit.

export interface paths {
    "/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The dashboard
         * @description For a browser. It asks this server alone, by the routes below /api/v1.
         */
        get: operations["web.page"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who wrote what */
        get: operations["audit.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/baselines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List baselines */
        get: operations["baseline.list"];
        put?: never;
        /**
         * Make an execution a baseline
         * @description 409 while the execution is not completed.
         */
        post: operations["baseline.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/baselines/{baseline_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One baseline */
        get: operations["baseline.get"];
        put?: never;
        post?: never;
        /**
         * Delete a baseline
         * @description Its execution stays. 409 while a monitor compares with it.
         */
        delete: operations["baseline.delete"];
        options?: never;
        head?: never;
        /** Name or tag a baseline */
        patch: operations["baseline.change"];
        trace?: never;
    };
    "/api/v1/baselines/tag/{tag}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The newest baseline that carries a tag */
        get: operations["baseline.by_tag"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/comparisons": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List comparisons */
        get: operations["comparison.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/comparisons/{comparison_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One comparison */
        get: operations["comparison.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/demo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Load the demo's data into the project
         * @description Two weeks of an agent's nightly runs of which the last ones drift, with a baseline and a monitor; sessions with their curves, an experiment and a stereotype analysis. The same every time. Jobs embed and compare the runs, some seconds long: GET /api/v1/jobs. 409 where the project has it already.
         */
        post: operations["demo.load"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/drift/compare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Compare an execution with a baseline
         * @description Both have to be completed (409). Waits for their embeddings, and answers 202 with a job where that takes longer; there is never a score that was not computed.
         */
        post: operations["drift.compare"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/drift/compare-several": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Compare several executions with one baseline */
        post: operations["drift.compare_several"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/drift/execution/{execution_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The newest comparison of an execution
         * @description 404 where it was never compared.
         */
        get: operations["drift.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/drift/execution/{execution_id}/aggregates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a page shows of an execution and its baseline
         * @description Lengths, severities, tools and transitions on both sides, added up by the server; and the labels by which results can be chosen. With `label` all but the labels are of the part that has them.
         */
        get: operations["drift.aggregates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/drift/execution/{execution_id}/map": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Both sets of embeddings on a plane
         * @description The plane is fitted on the whole baseline (PCA, the first two components), whatever the labels, so that places can be compared. Points are the first by a hash of their id: a fair sample, the same every time. 409 while a side is not embedded.
         */
        get: operations["drift.map"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/drift/execution/{execution_id}/moved": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The responses that moved most
         * @description By 1 - cosine from the nearest answer of the baseline to the same prompt; where the two share no prompt, from the baseline's mean. Texts are cut at 4,000 characters: GET /api/v1/executions/{execution_id}/results/{result_id} has the whole. 409 while a side is not embedded.
         */
        get: operations["drift.moved"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/drift/execution/{execution_id}/part": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The comparison of a part of both executions
         * @description Measured and judged as any comparison, of the results that have the labels alone, and not kept. Without a label it is that of all results. 422 where a side has no result with them.
         */
        get: operations["drift.part"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/drift/execution/{execution_id}/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The newest comparison of an execution in short */
        get: operations["drift.summary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/drift/matrix": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Metrics of several executions side by side
         * @description Of each its newest comparison, or the newest with one baseline. An execution that was never compared has no cells.
         */
        get: operations["drift.matrix"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/executions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List executions */
        get: operations["execution.list"];
        put?: never;
        /** Begin an execution */
        post: operations["execution.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/executions/{execution_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One execution */
        get: operations["execution.get"];
        put?: never;
        post?: never;
        /**
         * Delete an execution
         * @description With its results, embeddings and comparisons. 409 while a baseline stands on it.
         */
        delete: operations["execution.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/executions/{execution_id}/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Complete an execution
         * @description No result comes in after this. Its responses are embedded by a job; a comparison waits for it. A second call changes nothing.
         */
        post: operations["execution.complete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/executions/{execution_id}/results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the results of an execution
         * @description In the order in which they came.
         */
        get: operations["result.list"];
        put?: never;
        /**
         * Add results
         * @description As one JSON document, which is taken whole or not at all; or as a stream of native lines (application/x-ndjson), which is made durable in batches: the answer and any problem say by `durable_lines` how many of its lines are. A result without an id is known by its content and by how often that came before in the same request, so sending the request again doubles nothing. Results whose id is there with another content are a 409; what is there stays.
         */
        post: operations["result.add"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/executions/{execution_id}/results/{result_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One result */
        get: operations["result.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/experiments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List experiments */
        get: operations["experiment.list"];
        put?: never;
        /**
         * Begin an experiment
         * @description With its logs, or with none: they can be put one by one.
         */
        post: operations["experiment.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/experiments/{experiment_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One experiment */
        get: operations["experiment.get"];
        put?: never;
        post?: never;
        /** Delete an experiment */
        delete: operations["experiment.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/experiments/{experiment_id}/interpretation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The interpretation that was made last */
        get: operations["experiment.interpretation"];
        put?: never;
        /**
         * Interpret the logs
         * @description The document of plumb experiment interpret --json, which is kept. 409 while there is no log, and where one cannot be read.
         */
        post: operations["experiment.interpret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/experiments/{experiment_id}/logs/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One log, as it was put */
        get: operations["experiment.log"];
        /**
         * Put a log
         * @description baseline_runs.jsonl, intent_runs.jsonl or run.json as plumb experiment run writes them; of several models, each with its name as `model`. It replaces the log of this name. A log that cannot be read is kept as well, and `problem` names its line.
         */
        put: operations["experiment.put_log"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List jobs */
        get: operations["job.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs/{job_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One job */
        get: operations["job.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the project's API keys
         * @description By their prefixes; the keys themselves are kept nowhere.
         */
        get: operations["key.list"];
        put?: never;
        /**
         * Make an API key for the project
         * @description The key itself is in this answer and nowhere else, in one to a repeated request neither. The first key of all must be an admin's: from then on the server asks everybody for one.
         */
        post: operations["key.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/keys/{key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description It opens nothing within two seconds. Revoking twice is no error.
         */
        delete: operations["key.revoke"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/monitors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List monitors */
        get: operations["monitor.list"];
        put?: never;
        /** Watch executions or a stream */
        post: operations["monitor.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/monitors/{monitor_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One monitor, and where it stands */
        get: operations["monitor.get"];
        put?: never;
        post?: never;
        /**
         * Delete a monitor
         * @description With its history.
         */
        delete: operations["monitor.delete"];
        options?: never;
        head?: never;
        /**
         * Change a monitor
         * @description Members that are given replace the settings; null clears window_results, window_minutes and webhook.
         */
        patch: operations["monitor.change"];
        trace?: never;
    };
    "/api/v1/monitors/{monitor_id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The metrics of a monitor over time
         * @description A point a metric and window, drift_score among them; a value is null where the metric did not apply.
         */
        get: operations["monitor.history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The project at a glance
         * @description How much it holds, and with `since` what came from then on. The lists that belong to it are GET /api/v1/executions, whose items have their newest comparison, and GET /api/v1/monitors.
         */
        get: operations["overview.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/project": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The project of the key that asks */
        get: operations["project.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Say how long the project keeps things */
        patch: operations["project.change"];
        trace?: never;
    };
    "/api/v1/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The projects that the caller may see
         * @description A key belongs to one project and sees that one.
         */
        get: operations["project.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/results/execution/{execution_id}/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The results of an execution in short */
        get: operations["drift.results_summary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sessions
         * @description The one that changed last comes first.
         */
        get: operations["session.list"];
        put?: never;
        /**
         * Upload steps of sessions
         * @description Lines of the format session/1, as NDJSON or as the items of "steps", in any order. Steps are added to the session of their name, which is made where it is missing; a step that is there already stays as it is. With an agent, the session is called NAME (AGENT). All or nothing.
         */
        post: operations["session.upload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One session */
        get: operations["session.get"];
        put?: never;
        post?: never;
        /**
         * Delete a session
         * @description With its steps and curves.
         */
        delete: operations["session.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/curves": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Curves that were measured along a session */
        get: operations["session.curves"];
        put?: never;
        /**
         * Measure a curve along a session
         * @description intent: how far each response has moved, the document of plumb intent --json. alignment: how close the actions stay to the plan (without one, the session's goal), the document of plumb session --json. The curve is kept and replaces the one before.
         */
        post: operations["session.measure"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/steps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Steps of a session
         * @description In their order. Steps that came by OTLP are numbered 0, 1, 2 by the time at which they started: one that comes late takes its place among them.
         */
        get: operations["session.steps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchange a key for a cookie
         * @description The cookie has no Path, so a browser sends it to this API alone, below whatever prefix a proxy has. It is good for 14 days, and no longer than its key; a restart of the server does not end it. Without any use for Idempotency-Key: each sign-in is one of its own.
         */
        post: operations["sign_in.start"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End the sign-in of the cookie
         * @description Here and in the browser. Without one it is no error.
         */
        post: operations["sign_in.end"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/stereotype-analyses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List analyses */
        get: operations["stereotype.list"];
        put?: never;
        /**
         * Analyse an evaluation, or keep an analysis
         * @description With entries of an evaluation file they are scored here, some tens a second; 409 where the server has no classifier. With a document, what plumb stereotype --json printed is kept.
         */
        post: operations["stereotype.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/stereotype-analyses/{analysis_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One analysis with its document */
        get: operations["stereotype.get"];
        put?: never;
        post?: never;
        /** Delete an analysis */
        delete: operations["stereotype.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/stereotype-analyses/{analysis_id}/pairs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The pairs of answers behind an analysis
         * @description Of a model, a bias type, a stereotype type or all, in pages. Pairs without a value come last.
         */
        get: operations["stereotype.pairs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/stereotype-analyses/{analysis_id}/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * An analysis without its pairs
         * @description As the whole analysis, but each model has the number of its pairs (`total_pairs`) in place of its rows.
         */
        get: operations["stereotype.summary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/whoami": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who asks
         * @description Always 200: also for one who is not signed in, and for one whose key was revoked.
         */
        get: operations["sign_in.whoami"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/assets/{asset}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the dashboard's page loads
         * @description Named after its content, so that it never changes.
         */
        get: operations["web.asset"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** This document as a page to read */
        get: operations["service.docs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Does the process answer? */
        get: operations["service.health"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Counts and latencies for Prometheus
         * @description Of the whole server: with keys, an admin's is needed.
         */
        get: operations["service.metrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** This document */
        get: operations["service.document"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Can it do work: does the database answer? */
        get: operations["service.ready"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/traces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive spans by OTLP
         * @description OTLP over HTTP, where exporters and collectors send traces: an ExportTraceServiceRequest as protobuf or JSON, with Content-Encoding gzip or none. Spans may come in any order, in several requests, and twice. A trace is told when its root has come, or when nothing came to it for two minutes: each turn is then a result of the execution of its service and version, and a step of the session that gen_ai.conversation.id or session.id names. 200 with partial_success says how many spans were rejected and why; 400 is not to be sent again, 429 and 503 are, after Retry-After.
         */
        post: operations["traces.export"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AcceptedJob: {
            job_id: components["schemas"]["Id"];
            state: components["schemas"]["JobState"];
            status_url: string;
        };
        AddedResults: {
            added: number;
            /** @description Results of this request that are there now: added and repeated. */
            durable_lines: number;
            execution_id: components["schemas"]["Id"];
            /** @description Were there already, letter for letter: a retry. */
            repeated: number;
        };
        AggregatedSide: {
            blank: components["schemas"]["Count"];
            is_embedded: boolean;
            /** @description false: the execution is larger than a profile's sample of 10,000, and a label was asked for, so the part is that of the sample. */
            is_exact: boolean;
            name: string;
            results: components["schemas"]["Count"];
            /** @description Results that the numbers rest on: those with the labels that were asked for. */
            rows: components["schemas"]["Count"];
        };
        AlignmentCurveRequest: {
            critical_entities?: string[];
            /** @enum {string} */
            list?: "clinical" | "wide" | "support" | "coding";
            /** @constant */
            measure: "alignment";
            /** @enum {string} */
            mode?: "actions" | "full";
            plan?: string;
            /** @enum {string} */
            pooling?: "joined" | "mean-sentences";
        };
        ApiKey: {
            created_at: components["schemas"]["Time"];
            expires_at: components["schemas"]["Time"] | null;
            id: components["schemas"]["Id"];
            name: string;
            prefix: string;
            revoked_at: components["schemas"]["Time"] | null;
            scope: components["schemas"]["Scope"];
        };
        AskedLabel: {
            name: string;
            value: string;
        };
        AuditLine: {
            action: string;
            actor: string;
            detail: string;
            id: components["schemas"]["Id"];
            subject: string;
            time: components["schemas"]["Time"];
        };
        /**
         * @example {
         *       "id": 1,
         *       "execution_id": 2,
         *       "name": "Baseline for Execution 3",
         *       "tag": "baseline-v1",
         *       "created_at": "2026-03-01T12:02:00.000Z"
         *     }
         */
        Baseline: {
            created_at: components["schemas"]["Time"];
            execution_id: components["schemas"]["Id"];
            id: components["schemas"]["Id"];
            name: string;
            tag: string | null;
        };
        Changes: {
            baselines: components["schemas"]["Count"];
            comparisons: {
                drifted: components["schemas"]["Count"];
                stable: components["schemas"]["Count"];
                undecided: components["schemas"]["Count"];
            };
            /** @description The newest 20 comparisons that found drift. */
            drifted: components["schemas"]["ComparisonLine"][];
            /** @description That were made. */
            executions: components["schemas"]["Count"];
            failed_jobs: components["schemas"]["Count"];
            /** @description The newest 20 that looked at something. */
            monitors: {
                firing: boolean;
                id: components["schemas"]["Id"];
                name: string;
                updated_at: components["schemas"]["Time"];
                verdict: components["schemas"]["Verdict"] | null;
            }[];
            /** @description Of those executions. */
            results: components["schemas"]["Count"];
            /** @description That got a step. */
            sessions: components["schemas"]["Count"];
        };
        Compare_change: {
            baseline: number;
            baseline_share: number | null;
            current: number;
            current_share: number | null;
            name: string;
        };
        Compare_contribution: {
            excerpt: string;
            id: string;
            influence: number | null;
            /** @enum {unknown} */
            side: "current" | "baseline";
        };
        Compare_details: {
            changes: components["schemas"]["Compare_change"][];
            contributions: components["schemas"]["Compare_contribution"][];
            /** @description value minus the median of its permuted values */
            excess: number | null;
            excess_interval: components["schemas"]["Compare_interval"];
            facts: components["schemas"]["Compare_fact"][];
            /** @description why there is no value */
            not_applicable: string | null;
            /** @description results that p-value, interval and explanations rest on */
            p_n: {
                baseline: number;
                current: number;
            };
            segments: components["schemas"]["Compare_segment"][];
            /** @enum {unknown} */
            verdict: "stable" | "undecided" | "drifted" | null;
        };
        Compare_distribution: {
            baseline: number[];
            current: number[];
            /** @description one more than there are bins, ascending */
            edges: (number | null)[];
            name: string;
            unit: string;
        };
        Compare_fact: {
            name: string;
            value: number | null;
        };
        Compare_gate: {
            /** @description as it was given: severity:high */
            gate: string;
            /** @enum {unknown} */
            outcome: "passed" | "undecided" | "failed";
            reason: string;
        };
        /** @description null where none was computed */
        Compare_interval: null | {
            high: number | null;
            level: number;
            low: number | null;
        };
        Compare_measurement: {
            details: components["schemas"]["Compare_details"];
            /** @enum {unknown} */
            direction: "none" | "increase" | "decrease" | "changed";
            exceeded: boolean | null;
            interval: components["schemas"]["Compare_interval"];
            metric: string;
            n_baseline: number;
            n_current: number;
            p_adjusted: number | null;
            p_value: number | null;
            /** @enum {unknown} */
            severity: "critical" | "high" | "medium" | "low" | "info" | "unknown" | null;
            threshold: number | null;
            /** @enum {unknown} */
            type: "output" | "safety" | "distribution" | "embedding" | "agent_tool";
            /** @description null: not applicable, details say why */
            value: number | null;
        };
        Compare_provenance: {
            bootstrap_draws: number;
            permutations: number;
            plumb_version: string;
            sample_rows: number;
            seed: number;
            /** @description every threshold in force, by name */
            thresholds: {
                [key: string]: number | null;
            };
            vectors: components["schemas"]["Compare_vectors"];
        };
        Compare_segment: {
            label: string;
            label_value: string;
            n_baseline: number;
            n_current: number;
            p_value: number | null;
            value: number | null;
        };
        Compare_side: {
            blank: number;
            name: string;
            results: number;
            /** @enum {unknown} */
            safety_grade: "A" | "B" | "C" | "D" | "F" | null;
            safety_score: number | null;
            severity_counts: {
                critical: number;
                high: number;
                info: number;
                low: number;
                medium: number;
                unknown: number;
            };
            skipped: number;
            source: string;
            truncated: number;
            with_severity: number;
            with_trace: number;
        };
        Compare_transition: {
            baseline: number;
            current: number;
            from: string;
            to: string;
        };
        Compare_type_score: {
            applicable: boolean;
            cost: number;
            /** @enum {unknown} */
            severity: "critical" | "high" | "medium" | "low" | "info" | "unknown" | null;
            /** @enum {unknown} */
            type: "output" | "safety" | "distribution" | "embedding" | "agent_tool";
        };
        Compare_vectors: null | {
            dimension: number;
            instruction_set: string;
            model: string;
            precision: string;
            weights_sha256: string;
        };
        /**
         * plumb compare --json
         * @description A current execution against a baseline, judged. Members that a reader does not know are to be ignored; a change that breaks readers gets a new number.
         */
        CompareDocument: {
            /** @description told, never scored */
            additional: components["schemas"]["Compare_measurement"][];
            by_type: components["schemas"]["Compare_type_score"][];
            distributions: components["schemas"]["Compare_distribution"][];
            /** @enum {unknown} */
            drift_grade: "A" | "B" | "C" | "D" | "F";
            drift_score: number;
            /** @description what became of each --fail-on, in their order; empty without one */
            gates: components["schemas"]["Compare_gate"][];
            paired: boolean;
            /** @constant */
            plumb: "compare/1";
            provenance: components["schemas"]["Compare_provenance"];
            /** @description what is scored and gives the verdict */
            results: components["schemas"]["Compare_measurement"][];
            safety_grade: {
                /** @enum {unknown} */
                baseline: "A" | "B" | "C" | "D" | "F" | null;
                /** @enum {unknown} */
                current: "A" | "B" | "C" | "D" | "F" | null;
            };
            safety_score: {
                baseline: number | null;
                current: number | null;
            };
            sides: {
                baseline: components["schemas"]["Compare_side"];
                current: components["schemas"]["Compare_side"];
            };
            transitions: components["schemas"]["Compare_transition"][];
            /** @enum {unknown} */
            verdict: "stable" | "undecided" | "drifted";
            warnings: string[];
        };
        CompareRequest: {
            baseline_execution_id?: components["schemas"]["Id"];
            /**
             * @description previous: the newest completed execution that was made before this one; tagged: the newest baseline with the tag; explicit: baseline_execution_id. Without it the members that are given decide, and without any it is previous.
             * @enum {string}
             */
            baseline_mode?: "previous" | "tagged" | "explicit";
            baseline_tag?: string;
            /**
             * @description false: the vectors are left out, and embedding drift does not apply.
             * @default true
             */
            embeddings: boolean;
            execution_id: components["schemas"]["Id"];
            /** @description The same as baseline_tag. */
            tag?: string;
            /**
             * @description How long to wait for embeddings before the answer is 202 with a job.
             * @default 30
             */
            wait_seconds: number;
        };
        CompareSeveralRequest: {
            baseline_execution_id?: components["schemas"]["Id"];
            /** @enum {string} */
            baseline_mode?: "tagged" | "explicit";
            baseline_tag?: string;
            /**
             * @description false: the vectors are left out, and embedding drift does not apply.
             * @default true
             */
            embeddings: boolean;
            execution_ids: components["schemas"]["Id"][];
            /** @description The same as baseline_tag. */
            tag?: string;
            /**
             * @description How long to wait for embeddings before the answer is 202 with a job.
             * @default 30
             */
            wait_seconds: number;
        };
        /** @description The document compare/1 of docs/formats, and the numbers by which the server knows it. */
        Comparison: components["schemas"]["ComparisonDocument"] & {
            comparison_id: components["schemas"]["Id"];
            created_at: components["schemas"]["Time"];
        };
        ComparisonDocument: {
            additional?: components["schemas"]["Measurement"][];
            baseline_execution_id: components["schemas"]["Id"];
            by_type: unknown[];
            distributions: Record<string, never>[];
            drift_grade: components["schemas"]["Grade"];
            drift_score: number;
            execution_id: components["schemas"]["Id"];
            paired: boolean;
            /** @constant */
            plumb: "compare/1";
            provenance: Record<string, never>;
            results: components["schemas"]["Measurement"][];
            safety_grade: Record<string, never>;
            safety_score: Record<string, never>;
            sides: Record<string, never>;
            transitions: Record<string, never>[];
            verdict: components["schemas"]["Verdict"];
            warnings: string[];
        };
        ComparisonLine: {
            baseline_execution_id: components["schemas"]["Id"];
            comparison_id: components["schemas"]["Id"];
            created_at: components["schemas"]["Time"];
            drift_grade: components["schemas"]["Grade"];
            drift_score: number;
            execution_id: components["schemas"]["Id"];
            verdict: components["schemas"]["Verdict"];
        };
        Count: number;
        CreatedApiKey: {
            created_at: components["schemas"]["Time"];
            expires_at: components["schemas"]["Time"] | null;
            id: components["schemas"]["Id"];
            /** @description The key, this once; null where the request is repeated. */
            key: string | null;
            name: string;
            prefix: string;
            revoked_at: components["schemas"]["Time"] | null;
            scope: components["schemas"]["Scope"];
        };
        DriftAggregates: {
            baseline: components["schemas"]["AggregatedSide"];
            baseline_execution_id: components["schemas"]["Id"];
            current: components["schemas"]["AggregatedSide"];
            execution_id: components["schemas"]["Id"];
            /** @description Of all results, whatever label was asked for. */
            label_values: {
                more_values: components["schemas"]["Count"];
                name: string;
                values: {
                    baseline: components["schemas"]["Count"];
                    current: components["schemas"]["Count"];
                    value: string;
                }[];
            }[];
            labels: components["schemas"]["AskedLabel"][];
            lengths: {
                baseline: components["schemas"]["Count"][];
                baseline_quantiles: {
                    p5: number;
                    p25: number;
                    p50: number;
                    p75: number;
                    p95: number;
                } | null;
                current: components["schemas"]["Count"][];
                current_quantiles: {
                    p5: number;
                    p25: number;
                    p50: number;
                    p75: number;
                    p95: number;
                } | null;
                edges: number[];
                unit: string;
            } | null;
            severities: {
                baseline: components["schemas"]["Count"];
                current: components["schemas"]["Count"];
                severity: string;
            }[];
            tools: {
                baseline: components["schemas"]["Count"];
                current: components["schemas"]["Count"];
                name: string;
            }[];
            transitions: {
                baseline: components["schemas"]["Count"];
                current: components["schemas"]["Count"];
                from: string;
                to: string;
            }[];
        };
        DriftMatrix: {
            metrics: {
                metric: string;
                type: string;
            }[];
            runs: {
                baseline_execution_id: components["schemas"]["Id"] | null;
                cells: {
                    exceeded: boolean | null;
                    interval: Record<string, never> | null;
                    metric: string;
                    n_baseline: components["schemas"]["Count"];
                    n_current: components["schemas"]["Count"];
                    p_adjusted: number | null;
                    p_value: number | null;
                    severity: string | null;
                    threshold: number | null;
                    value: number | null;
                    verdict: string | null;
                }[];
                comparison_id: components["schemas"]["Id"] | null;
                created_at: components["schemas"]["Time"] | null;
                drift_grade: components["schemas"]["Grade"] | null;
                drift_score: number | null;
                executed_at: components["schemas"]["Time"];
                execution_id: components["schemas"]["Id"];
                name: string;
                verdict: components["schemas"]["Verdict"] | null;
            }[];
        };
        DriftSummary: components["schemas"]["ComparisonLine"] & {
            by_type: {
                applicable: boolean;
                cost: number;
                metrics: {
                    exceeded: boolean | null;
                    metric: string;
                    severity: string | null;
                    value: number | null;
                    verdict: string | null;
                }[];
                severity: string | null;
                type: string;
            }[];
            /** @description How many of the five types have which severity: what the score is made of. */
            severity_counts: {
                [key: string]: number;
            };
        };
        EmbeddingMap: {
            baseline: components["schemas"]["MapSide"];
            baseline_execution_id: components["schemas"]["Id"];
            current: components["schemas"]["MapSide"];
            dimension: components["schemas"]["Count"];
            execution_id: components["schemas"]["Id"];
            /** @description Of the baseline's variance, along each axis. */
            explained_variance: number[];
            fitted_rows: components["schemas"]["Count"];
            labels: components["schemas"]["AskedLabel"][];
            model: string | null;
        };
        /**
         * @example {
         *       "id": 3,
         *       "name": "nightly",
         *       "state": "completed",
         *       "labels": {
         *         "model": "support-bot"
         *       },
         *       "embedding_model": null,
         *       "created_at": "2026-03-01T12:00:00.000Z",
         *       "completed_at": "2026-03-01T12:01:00.000Z",
         *       "total_results": 20,
         *       "severity_counts": {
         *         "critical": 7,
         *         "high": 5,
         *         "medium": 5,
         *         "low": 3,
         *         "info": 0,
         *         "unknown": 0
         *       }
         *     }
         */
        Execution: {
            completed_at: components["schemas"]["Time"] | null;
            created_at: components["schemas"]["Time"];
            embedding_model: string | null;
            id: components["schemas"]["Id"];
            labels: {
                [key: string]: string;
            };
            name: string;
            severity_counts: components["schemas"]["SeverityCounts"];
            state: components["schemas"]["ExecutionState"];
            total_results: number;
        };
        /** @enum {string} */
        ExecutionState: "receiving" | "completed";
        Experiment: {
            created_at: components["schemas"]["Time"];
            id: components["schemas"]["Id"];
            is_interpreted: boolean;
            name: string;
        };
        ExperimentInterpretation: {
            models: Record<string, never>[];
            plumb: string;
        };
        /** @description one agent over the steps from 1 on that have a score */
        ExperimentReport_agent: {
            /** @description null below 8 steps */
            change_point: null | components["schemas"]["ExperimentReport_change_point"];
            failed_steps: number[];
            max_ids: number | null;
            max_step: number | null;
            mean_ids: number | null;
            mean_ids_inferred_goal: number | null;
            min_ids: number | null;
            missing_steps: number[];
            scored_steps: number;
        };
        /** @description what one agent answered at a step */
        ExperimentReport_answer: {
            /** @description why there is no output */
            error: string | null;
            /** @description against the output of step 0 */
            ids: number | null;
            /** @description against the goal that the instructions moved */
            ids_inferred_goal: number | null;
            output: string;
        };
        ExperimentReport_change_point: {
            mean_after: number | null;
            mean_before: number | null;
            p_value: number | null;
            step: number;
        };
        /** @description null where none was computed */
        ExperimentReport_interval: null | {
            high: number | null;
            level: number;
            low: number | null;
        };
        ExperimentReport_model: {
            by_step: components["schemas"]["ExperimentReport_step_means"][];
            /** @description of its logs, below the given one; null: the given one */
            folder: string | null;
            /** @description as its log names it */
            model: string | null;
            policy: null | components["schemas"]["ExperimentReport_policy"];
            /** @description null without --rescore */
            rescore: null | components["schemas"]["ExperimentReport_rescore"];
            /** @description how its logs were made, as run.json says; empty without one */
            run: {
                [key: string]: string;
            };
            significance: components["schemas"]["ExperimentReport_significance"][];
            /** @description overall first, then each task type */
            summary: components["schemas"]["ExperimentReport_summary"][];
            tasks: components["schemas"]["ExperimentReport_task"][];
            /** @enum {unknown} */
            verdict: "intent-drifts-less" | "baseline-drifts-less" | "undecided";
            warnings: string[];
        };
        ExperimentReport_policy: {
            name: string;
            thresholds: {
                [key: string]: number | null;
            };
        };
        ExperimentReport_provenance: {
            bootstrap_draws: number;
            permutations: number;
            plumb_version: string;
            sample_rows: number;
            seed: number;
            /** @description every threshold in force, by name */
            thresholds: {
                [key: string]: number | null;
            };
            vectors: components["schemas"]["ExperimentReport_vectors"];
        };
        ExperimentReport_rescore: {
            added: number;
            compared: number;
            largest_at: string | null;
            largest_difference: number | null;
        };
        ExperimentReport_significance: {
            /** @enum {unknown} */
            against: "initial-output" | "inferred-goal";
            bootstrap_interval: components["schemas"]["ExperimentReport_interval"];
            /** @enum {unknown} */
            bootstrap_method: "bca" | "percentile" | null;
            cohens_d: number | null;
            identical_runs: number;
            mean_delta: number | null;
            notes: string[];
            runs: number;
            scope: string;
            t: number | null;
            t_degrees: number | null;
            t_interval: components["schemas"]["ExperimentReport_interval"];
            t_p_value: number | null;
            tasks: number;
            wilcoxon: number | null;
            /** @enum {unknown} */
            wilcoxon_method: "exact" | "normal" | null;
            wilcoxon_p_value: number | null;
            /** @description that so many tasks can reach */
            wilcoxon_smallest_p: number | null;
        };
        ExperimentReport_step: {
            baseline: null | components["schemas"]["ExperimentReport_answer"];
            conflict_would_trigger: boolean | null;
            inferred_goal: string | null;
            intent: null | components["schemas"]["ExperimentReport_answer"];
            /** @description that the intent agent was given */
            intent_goal: string | null;
            intent_version: number | null;
            prompt: string;
            step: number;
        };
        ExperimentReport_step_means: {
            baseline: components["schemas"]["ExperimentReport_task_mean"];
            intent: components["schemas"]["ExperimentReport_task_mean"];
            step: number;
        };
        ExperimentReport_summary: {
            baseline: components["schemas"]["ExperimentReport_task_mean"];
            baseline_inferred_goal: components["schemas"]["ExperimentReport_task_mean"];
            baseline_mean_ids: number | null;
            baseline_wins: number;
            goal_shift: components["schemas"]["ExperimentReport_task_mean"];
            intent: components["schemas"]["ExperimentReport_task_mean"];
            intent_inferred_goal: components["schemas"]["ExperimentReport_task_mean"];
            intent_mean_ids: number | null;
            intent_wins: number;
            scope: string;
            /** @description ids that both agents have a mean for */
            total_tasks: number;
        };
        ExperimentReport_task: {
            /** @description null: not in its log */
            baseline: null | components["schemas"]["ExperimentReport_agent"];
            baseline_max_ids: number | null;
            baseline_mean_ids: number | null;
            delta_max: number | null;
            /** @description intent - baseline */
            delta_mean: number | null;
            delta_mean_inferred_goal: number | null;
            goal_shift: number | null;
            intent: null | components["schemas"]["ExperimentReport_agent"];
            intent_max_ids: number | null;
            intent_mean_ids: number | null;
            steps: components["schemas"]["ExperimentReport_step"][];
            task_id: string;
            task_type: string;
            /**
             * @description null where a mean is
             * @enum {unknown}
             */
            winner: "baseline" | "intent" | "tie" | null;
        };
        /** @description over tasks, runs of one averaged before */
        ExperimentReport_task_mean: {
            interval: components["schemas"]["ExperimentReport_interval"];
            mean: number | null;
            tasks: number;
        };
        ExperimentReport_vectors: null | {
            dimension: number;
            instruction_set: string;
            model: string;
            precision: string;
            weights_sha256: string;
        };
        /**
         * plumb experiment interpret --json
         * @description What the logs of an experiment say, a model at a time. What does not exist is null. Members that a reader does not know are to be ignored; a change that breaks readers gets a new number.
         */
        ExperimentReportDocument: {
            models: components["schemas"]["ExperimentReport_model"][];
            /** @constant */
            plumb: "experiment/1";
            provenance: components["schemas"]["ExperimentReport_provenance"];
            warnings: string[];
        };
        ExportedTraces: {
            partialSuccess?: {
                errorMessage?: string;
                rejectedSpans?: string;
            };
        };
        /** @description ExportTraceServiceRequest of opentelemetry-proto, in OTLP's JSON; members that are not named here are ignored, or described there. */
        ExportTraces: {
            resourceSpans?: components["schemas"]["OtlpResourceSpans"][] | null;
        };
        GivenStereotypeAnalysis: {
            /** @description What plumb stereotype --json prints. */
            document: {
                /** @constant */
                plumb: "stereotype-report/1";
            };
            name?: string;
        };
        /** @enum {string} */
        Grade: "A" | "B" | "C" | "D" | "F";
        Id: number;
        IntentCurveRequest: {
            /** @enum {string} */
            against?: "initial-output" | "inferred-goal";
            /** @description What the session starts with, against inferred-goal; without it, its own goal. */
            goal?: string;
            /** @constant */
            measure: "intent";
            /** @description Ranges and farthest sentences too, which take most of the time. */
            sentences?: boolean;
        };
        IntentReport_change_point: {
            mean_after: number | null;
            mean_before: number | null;
            p_value: number | null;
            step: number;
        };
        /** @description the sentence that lies farthest from the reference; bytes of the output */
        IntentReport_farthest: {
            begin: number;
            end: number;
            ids: number | null;
            text: string;
        };
        /** @description null where none was computed */
        IntentReport_interval: null | {
            high: number | null;
            level: number;
            low: number | null;
        };
        IntentReport_policy: {
            name: string;
            /** @enum {unknown} */
            source: "log" | "option";
            thresholds: {
                [key: string]: number | null;
            };
        };
        IntentReport_provenance: {
            bootstrap_draws: number;
            permutations: number;
            plumb_version: string;
            sample_rows: number;
            seed: number;
            /** @description every threshold in force, by name */
            thresholds: {
                [key: string]: number | null;
            };
            vectors: components["schemas"]["IntentReport_vectors"];
        };
        /** @description the lowest and highest score when one sentence of the output is left out */
        IntentReport_range: {
            high: number | null;
            low: number | null;
        };
        IntentReport_step: {
            agent: string | null;
            conflict_would_trigger: boolean;
            /** @description why the step has no output */
            error?: string | null;
            farthest_sentence: null | components["schemas"]["IntentReport_farthest"];
            goal_truncated: boolean;
            /** @description null: the step failed, or the task has no output of step 0 to measure against */
            ids: number | null;
            inferred_goal: string | null;
            intent_version: number | null;
            interval: null | components["schemas"]["IntentReport_range"];
            /** @constant */
            interval_kind: "sentence-jackknife";
            sentences: number;
            similarity: number | null;
            step: number;
            task_id: string;
            truncated: boolean;
            update_type: string | null;
        };
        IntentReport_task: {
            agent: string | null;
            change_point: null | components["schemas"]["IntentReport_change_point"];
            final_goal: string | null;
            goal_shift: number | null;
            initial_goal: string | null;
            max_ids: number | null;
            max_step: number | null;
            mean_ids: number | null;
            policy: null | components["schemas"]["IntentReport_policy"];
            steps: number;
            task_id: string;
            trend: null | components["schemas"]["IntentReport_trend"];
        };
        /** @description least squares of the value on the step */
        IntentReport_trend: {
            interval: components["schemas"]["IntentReport_interval"];
            n: number;
            slope: number | null;
        };
        IntentReport_vectors: null | {
            dimension: number;
            instruction_set: string;
            model: string;
            precision: string;
            weights_sha256: string;
        };
        /**
         * plumb intent --json
         * @description Intent drift of a log: its steps and its tasks. What does not exist is null. Members that a reader does not know are to be ignored; a change that breaks readers gets a new number.
         */
        IntentReportDocument: {
            /**
             * @description what an output is measured against
             * @enum {unknown}
             */
            against: "initial-output" | "inferred-goal";
            /** @constant */
            plumb: "intent/1";
            provenance: components["schemas"]["IntentReport_provenance"];
            steps: components["schemas"]["IntentReport_step"][];
            tasks: components["schemas"]["IntentReport_task"][];
            warnings: string[];
        };
        /**
         * @example {
         *       "id": 12,
         *       "kind": "compare",
         *       "state": "done",
         *       "subject": {
         *         "execution_id": 3,
         *         "baseline_execution_id": 2,
         *         "embeddings": true
         *       },
         *       "attempts": 1,
         *       "max_attempts": 5,
         *       "created_at": "2026-03-01T12:00:00.000Z",
         *       "due_at": "2026-03-01T12:00:00.000Z",
         *       "finished_at": "2026-03-01T12:00:31.000Z",
         *       "last_error": null,
         *       "result": {
         *         "comparison_id": 7,
         *         "url": "/api/v1/comparisons/7"
         *       }
         *     }
         */
        Job: {
            attempts: number;
            created_at: components["schemas"]["Time"];
            due_at: components["schemas"]["Time"];
            finished_at: components["schemas"]["Time"] | null;
            id: components["schemas"]["Id"];
            kind: string;
            /** @description Why the newest run failed. */
            last_error: string | null;
            max_attempts: number;
            /** @description Of a comparison: comparison_id and url. Null until it is done. */
            result: unknown;
            state: components["schemas"]["JobState"];
            /** @description What it is about: execution_id, baseline_execution_id, monitor_id. */
            subject: Record<string, never>;
        };
        /** @enum {string} */
        JobKind: "embed" | "compare" | "watch" | "webhook";
        /** @enum {string} */
        JobState: "waiting" | "running" | "done" | "failed";
        /** @description What drift may be broken down by. Numbers and booleans are kept as text. */
        Labels: {
            [key: string]: string | number | boolean;
        };
        /** @description An execution, its newest comparison and the baselines that stand on it. */
        ListedExecution: components["schemas"]["Execution"] & {
            baselines: {
                id: components["schemas"]["Id"];
                name: string;
                tag: string | null;
            }[];
            newest_comparison: components["schemas"]["ComparisonLine"] | null;
        };
        MapSide: {
            excerpts: string[];
            ids: string[];
            /** @description Sampled results with a vector; as many as points, or more. */
            total: components["schemas"]["Count"];
            x: number[];
            y: number[];
        };
        /** @description One metric. See docs/drift.md. */
        Measurement: {
            details: Record<string, never>;
            direction: string;
            exceeded: boolean | null;
            interval: Record<string, never> | null;
            metric: string;
            n_baseline: number;
            n_current: number;
            p_adjusted: number | null;
            p_value: number | null;
            severity: string | null;
            threshold: number | null;
            /** @enum {string} */
            type: "output" | "safety" | "distribution" | "embedding" | "agent_tool";
            value: number | null;
        };
        Monitor: {
            baseline_id: components["schemas"]["Id"];
            created_at: components["schemas"]["Time"];
            drifted_in_a_row: number;
            /** @default true */
            enabled: boolean;
            firing: boolean;
            id: components["schemas"]["Id"];
            name: string;
            /** @description Executions of this name; empty: every execution of the project. */
            stream: string;
            updated_at: components["schemas"]["Time"];
            verdict: components["schemas"]["Verdict"] | null;
            webhook: string | null;
            /** @description The same by time. */
            window_minutes: number | null;
            /** @description Watch the last so many results of the stream, completed or not, in place of each completed execution. */
            window_results: number | null;
        };
        MonitorChange: {
            baseline_id?: components["schemas"]["Id"];
            /** @default true */
            enabled: boolean;
            name?: string;
            /** @description By which messages are signed; made by the server where none is given. See docs/service.md. */
            signing_secret?: string;
            /** @description Executions of this name; empty: every execution of the project. */
            stream?: string;
            /**
             * Format: uri
             * @description Where to send a message when the verdict turns. Addresses that are not public are refused unless the operator allows them.
             */
            webhook?: string | null;
            /** @description The same by time. */
            window_minutes?: number | null;
            /** @description Watch the last so many results of the stream, completed or not, in place of each completed execution. */
            window_results?: number | null;
        };
        MonitorPoint: {
            execution_id: components["schemas"]["Id"] | null;
            metric: string;
            time: components["schemas"]["Time"];
            value: number | null;
            verdict: components["schemas"]["Verdict"] | null;
        };
        MovedResponses: {
            baseline_execution_id: components["schemas"]["Id"];
            execution_id: components["schemas"]["Id"];
            /** @description The two share prompts, and only those responses are looked at. */
            is_paired: boolean;
            items: {
                baseline: {
                    id: string;
                    is_cut: boolean;
                    response: string;
                } | null;
                distance: number;
                id: string;
                is_cut: boolean;
                labels: {
                    [key: string]: string;
                };
                prompt: string | null;
                response: string;
                severity: string | null;
            }[];
            labels: components["schemas"]["AskedLabel"][];
        };
        NewBaseline: {
            /** @description Another word for tag; where both are given, tag counts. */
            baseline_tag?: components["schemas"]["Tag"];
            execution_id: components["schemas"]["Id"];
            /** @description How people call it; without one, "execution" and its number. */
            name?: string;
            tag?: components["schemas"]["Tag"];
        };
        NewExecution: {
            /** @description Who made the vectors that the results bring; where they bring none, Plumb computes them. */
            embedding_model?: string;
            labels?: components["schemas"]["Labels"];
            /**
             * @description How people call the run; monitors watch executions by it.
             * @default
             */
            name: string;
        };
        NewExperiment: {
            /** @description The text of each log by its name. */
            logs?: {
                "baseline_runs.jsonl"?: string;
                "intent_runs.jsonl"?: string;
                "run.json"?: string;
            };
            name?: string;
        };
        NewMonitor: {
            baseline_id: components["schemas"]["Id"];
            /** @default true */
            enabled: boolean;
            name: string;
            /** @description By which messages are signed; made by the server where none is given. See docs/service.md. */
            signing_secret?: string;
            /** @description Executions of this name; empty: every execution of the project. */
            stream?: string;
            /**
             * Format: uri
             * @description Where to send a message when the verdict turns. Addresses that are not public are refused unless the operator allows them.
             */
            webhook?: string | null;
            /** @description The same by time. */
            window_minutes?: number | null;
            /** @description Watch the last so many results of the stream, completed or not, in place of each completed execution. */
            window_results?: number | null;
        };
        NewResult: {
            /** @description The response's vector, of one length in all results. Absent: Plumb computes it. */
            embedding?: number[] | null;
            /** @description Unique in its execution, at most 500 bytes. */
            id?: string | number | null;
            /** @description What drift may be broken down by. */
            labels?: {
                [key: string]: string | number | boolean | null;
            } | null;
            /** @description What was asked. */
            prompt?: string | null;
            /** @description What was answered; may be blank. */
            response: string;
            severity?: components["schemas"]["Severity"] | null;
            /** @description The calls in their order. Absent: no trace was kept. Empty: a trace with no call. */
            tools?: components["schemas"]["ToolCall"][] | null;
        };
        NewSteps: {
            steps: components["schemas"]["SessionLine"][];
        };
        NewStereotypeAnalysis: {
            entries: Record<string, never>[];
            model: string;
        };
        /** @description Where the next page begins; null: this was the last. */
        NextCursor: string | null;
        OtlpAttribute: {
            key?: string | null;
            /** @description One of these, or arrayValue, kvlistValue, bytesValue. */
            value?: {
                boolValue?: boolean | null;
                doubleValue?: number | null;
                intValue?: string | number | null;
                stringValue?: string | null;
            } | null;
        } | null;
        OtlpEvent: {
            attributes?: components["schemas"]["OtlpAttribute"][] | null;
            name?: string | null;
            timeUnixNano?: string | number | null;
        } | null;
        OtlpResourceSpans: {
            resource?: {
                attributes?: components["schemas"]["OtlpAttribute"][] | null;
            } | null;
            scopeSpans?: components["schemas"]["OtlpScopeSpans"][] | null;
        } | null;
        OtlpScopeSpans: {
            scope?: {
                name?: string | null;
            } | null;
            spans?: components["schemas"]["OtlpSpan"][] | null;
        } | null;
        OtlpSpan: {
            attributes?: components["schemas"]["OtlpAttribute"][] | null;
            endTimeUnixNano?: string | number | null;
            events?: components["schemas"]["OtlpEvent"][] | null;
            name?: string | null;
            parentSpanId?: string | null;
            spanId?: string | null;
            startTimeUnixNano?: string | number | null;
            status?: {
                message?: string | null;
            } | null;
            traceId?: string | null;
        } | null;
        Overview: {
            changes: components["schemas"]["Changes"] | null;
            now: components["schemas"]["Time"];
            project: components["schemas"]["Project"];
            since: components["schemas"]["Time"] | null;
            totals: {
                baselines: components["schemas"]["Count"];
                comparisons: components["schemas"]["Count"];
                executions: components["schemas"]["Count"];
                experiments: components["schemas"]["Count"];
                monitors: components["schemas"]["Count"];
                monitors_firing: components["schemas"]["Count"];
                results: components["schemas"]["Count"];
                sessions: components["schemas"]["Count"];
                stereotype_analyses: components["schemas"]["Count"];
            };
        };
        /** @description The document compare/1 of docs/formats, of a part. */
        PartComparison: components["schemas"]["ComparisonDocument"] & {
            is_exact: boolean;
            labels: components["schemas"]["AskedLabel"][];
        };
        /** @description RFC 9457. Some problems have members of their own, such as durable_lines. */
        Problem: {
            detail: string;
            errors?: {
                /** @description A JSON pointer into the body, or a parameter's name. */
                field: string;
                message: string;
                /** @description As it came, shortened. */
                value: string;
            }[];
            status: number;
            title: string;
            type: string;
        };
        Project: {
            created_at: components["schemas"]["Time"];
            id: components["schemas"]["Id"];
            name: string;
            retention_days: number | null;
        };
        Result: {
            id: string;
            labels?: {
                [key: string]: string;
            };
            /** @description From 0, in the order in which results came. */
            number: number;
            prompt?: string;
            response: string;
            severity?: components["schemas"]["Severity"];
            tools?: components["schemas"]["ToolCall"][];
        };
        /** @description A line of an execution file, version 1; members that are not named here are ignored. The first line of a stream may be a header instead: {"plumb": "execution/1"}. */
        ResultLine: {
            embedding?: number[] | null;
            id?: string | number | null;
            labels?: {
                [key: string]: string | number | boolean | null;
            } | null;
            prompt?: string | null;
            response: string;
            severity?: components["schemas"]["Severity"] | null;
            tools?: (components["schemas"]["ToolName"] | {
                name: components["schemas"]["ToolName"];
            })[] | null;
        };
        ResultsSummary: {
            comparison_id: components["schemas"]["Id"] | null;
            drift_grade: components["schemas"]["Grade"] | null;
            drift_score: number | null;
            execution_id: components["schemas"]["Id"];
            safety_grade: components["schemas"]["Grade"] | null;
            safety_score: number | null;
            severity_counts: components["schemas"]["SeverityCounts"];
            state: components["schemas"]["ExecutionState"];
            total_results: number;
            verdict: components["schemas"]["Verdict"] | null;
        };
        RpcStatus: {
            code: number;
            message: string;
        };
        /**
         * @description Each includes those before it.
         * @enum {string}
         */
        Scope: "read" | "write" | "admin";
        Session: {
            created_at: components["schemas"]["Time"];
            goal: string | null;
            id: components["schemas"]["Id"];
            name: string;
            total_steps: number;
            updated_at: components["schemas"]["Time"];
        };
        SessionCurve: {
            created_at: components["schemas"]["Time"];
            /** @description Of the kind intent/1 or session-report/1. */
            document: Record<string, never>;
            /** @enum {string} */
            name: "intent/initial-output" | "intent/inferred-goal" | "alignment";
        };
        /** @description A line of a session file, version 1; members that are not named here are ignored. */
        SessionLine: {
            agent?: string | null;
            error?: string | null;
            goal?: string | null;
            prompt?: string | null;
            response?: string | null;
            session: string | number;
            step: number;
        } | {
            response: string;
        } | {
            error: string;
        };
        /** @description over all sessions */
        SessionReport_conflicts: {
            contradicted_pairs: number;
            evaluated_pairs: number;
            knowledge_conflict_rate: components["schemas"]["SessionReport_probability"];
            turns_without_advice: number;
            unjudged_pairs: number;
        };
        /** @description a value a turn */
        SessionReport_curve: (number | null)[];
        /** @description null where none was computed */
        SessionReport_interval: null | {
            high: number | null;
            level: number;
            low: number | null;
        };
        /**
         * @description null where nothing could be said; "problem" says why
         * @enum {unknown}
         */
        SessionReport_label: "entailment" | "neutral" | "contradiction" | null;
        /** @description of terms */
        SessionReport_list: {
            name: string;
            sha256: string;
        };
        /** @description who judged */
        SessionReport_nli: {
            architecture: string;
            instruction_set: string;
            max_tokens: number;
            model: string;
            /** @constant */
            source: "classifier";
            weights_sha256: string;
        } | {
            backend: string;
            context_tokens: number;
            details: {
                [key: string]: string;
            };
            instruction_set: string;
            model: string;
            prompt: {
                id: string;
                sha256: string;
                /** @description with its placeholders */
                text: string;
            };
            reply_tokens: number;
            seed: number;
            server: string;
            /** @constant */
            source: "judge";
            weights_sha256: string;
        };
        /** @description the advice of two consecutive turns */
        SessionReport_pair: {
            earlier_turn: number;
            label: components["schemas"]["SessionReport_label"];
            later_turn: number;
            probabilities?: components["schemas"]["SessionReport_probabilities"];
            problem?: string;
            /** @description of a judge, as it came */
            reply?: string;
            /** @description the pair had more tokens than the classifier reads */
            truncated?: boolean;
        };
        /** @description of a classifier */
        SessionReport_probabilities: {
            contradiction: components["schemas"]["SessionReport_probability"];
            entailment: components["schemas"]["SessionReport_probability"];
            neutral: components["schemas"]["SessionReport_probability"];
        };
        SessionReport_probability: number | null;
        SessionReport_provenance: {
            bootstrap_draws: number;
            permutations: number;
            plumb_version: string;
            sample_rows: number;
            seed: number;
            /** @description every threshold in force, by name */
            thresholds: {
                [key: string]: number | null;
            };
            vectors: components["schemas"]["SessionReport_vectors"];
        };
        SessionReport_session: {
            /** @enum {unknown} */
            alignment_band?: "strong" | "moderate" | "poor" | null;
            alignment_curve_actions?: components["schemas"]["SessionReport_curve"];
            alignment_score?: number | null;
            case_id: string;
            contradicted_pairs?: number;
            drift_slope?: null | components["schemas"]["SessionReport_trend"];
            entity_f1_curve?: components["schemas"]["SessionReport_curve"];
            entity_recall_at_turn_10?: number | null;
            entity_recall_curve?: components["schemas"]["SessionReport_curve"];
            evaluated_pairs?: number;
            /** @description the first turn whose actions the joined text has no room left for */
            full_at_turn?: number | null;
            knowledge_conflict_rate?: number | null;
            never_mentioned?: string[];
            /** @description rows that were counted, not scored */
            not_ok: number;
            pairs?: components["schemas"]["SessionReport_pair"][];
            truncated?: boolean;
            turns: components["schemas"]["SessionReport_turn"][];
            turns_without_advice?: number;
            /** @description of which nothing could be said; they are not among the evaluated */
            unjudged_pairs?: number;
            /** @enum {unknown} */
            variant: "summary" | "dialogue";
        };
        /** @description least squares of the value on the step */
        SessionReport_trend: {
            interval: components["schemas"]["SessionReport_interval"];
            n: number;
            slope: number | null;
        };
        SessionReport_turn: {
            actions: string[];
            missing_entities?: string[];
            scored: boolean;
            turn: number;
        };
        SessionReport_vectors: null | {
            dimension: number;
            instruction_set: string;
            model: string;
            precision: string;
            weights_sha256: string;
        };
        /**
         * plumb session --json
         * @description Sessions against their plans. Of a session without a plan the members of alignment are absent, of a case without entities those of recall, and without a judge those of conflicts; a value that does not exist under a member that does is null. Members that a reader does not know are to be ignored; a change that breaks readers gets a new number.
         */
        SessionReportDocument: {
            conflicts?: components["schemas"]["SessionReport_conflicts"];
            list: components["schemas"]["SessionReport_list"];
            /** @enum {unknown} */
            mode: "actions" | "full";
            nli?: components["schemas"]["SessionReport_nli"];
            /** @description why there is no knowledge conflict rate */
            no_conflict_rate?: string;
            /** @constant */
            plumb: "session-report/1";
            /** @enum {unknown} */
            pooling: "joined" | "mean-sentences";
            provenance: components["schemas"]["SessionReport_provenance"];
            sessions: components["schemas"]["SessionReport_session"][];
            vocabulary?: string;
            warnings: string[];
        };
        /** @description A line of session/1 without the session's name; started_at where it came by OTLP. */
        SessionStep: {
            error?: string;
            goal?: string;
            prompt: string;
            response?: string;
            started_at?: components["schemas"]["Time"];
            step: number;
        };
        /** @enum {string} */
        Severity: "critical" | "high" | "medium" | "low" | "info" | "unknown";
        SeverityCounts: {
            critical: number;
            high: number;
            info: number;
            low: number;
            medium: number;
            unknown: number;
        };
        StereotypeAnalysis: {
            classifier: string;
            created_at: components["schemas"]["Time"];
            id: components["schemas"]["Id"];
            name: string;
        };
        /** @description A row of the document stereotype-report/1, with the types by which it is found. */
        StereotypePair: {
            bias_type: string;
            /** @description As it was sent: emgsd_text, control_response, turn2_response and so on. */
            entry: Record<string, never>;
            model: string;
            /** @description Of the entry in its model's evaluation, from 0. */
            number: components["schemas"]["Count"];
            stereotype_type: string;
        };
        StereotypeReport_cell: {
            bias_type: string;
            mean_drift_score: number | null;
            mean_raw_drift: number | null;
            scored: number;
            stereotype_type: string;
        };
        /** @description who gave the scores */
        StereotypeReport_classifier: {
            architecture: string;
            base?: string;
            base_sha256?: string;
            classifier: string;
            instruction_set: string;
            /** @description whose probability the scores are */
            label: string;
            max_tokens: number;
            /** @description that it stands in for HEARTS, where it does */
            note: string | null;
            weights_sha256: string;
        };
        /** @description null where none was computed */
        StereotypeReport_interval: null | {
            high: number | null;
            level: number;
            low: number | null;
        };
        StereotypeReport_mean: {
            interval: components["schemas"]["StereotypeReport_interval"];
            mean: number | null;
        };
        StereotypeReport_model: {
            /** @description every bias type with every stereotype type */
            cells: components["schemas"]["StereotypeReport_cell"][];
            file: string;
            model: string;
            rows: components["schemas"]["StereotypeReport_row"][];
            /** @description overall, bias types, stereotype types */
            summary: components["schemas"]["StereotypeReport_summary"][];
            warnings: string[];
        };
        StereotypeReport_provenance: {
            bootstrap_draws: number;
            permutations: number;
            plumb_version: string;
            sample_rows: number;
            seed: number;
            /** @description every threshold in force, by name */
            thresholds: {
                [key: string]: number | null;
            };
            vectors: components["schemas"]["StereotypeReport_vectors"];
        };
        /** @description one entry, in the file's order */
        StereotypeReport_row: {
            drift_bias_is_stereotype: boolean | null;
            drift_bias_stereotype_score: number | null;
            drift_bias_truncated: boolean;
            drift_bleu: number | null;
            drift_control_is_stereotype: boolean | null;
            drift_control_stereotype_score: number | null;
            drift_control_truncated: boolean;
            drift_drift_score: number | null;
            drift_drift_semantic_similarity: number | null;
            /** @description why values are missing */
            drift_error: string | null;
            drift_raw_drift: number | null;
            drift_rouge_l: number | null;
            drift_significant_drift: boolean | null;
            /** @description the entry's own members, as they were */
            entry: Record<string, never>;
            similarity_bias_semantic_similarity: number | null;
            similarity_control_semantic_similarity: number | null;
            similarity_control_trait_mentioned: boolean | null;
            similarity_semantic_similarity_drift: number | null;
            similarity_trait_mentioned: boolean | null;
        };
        /** @description over the entries of a group that have a drift score */
        StereotypeReport_summary: {
            bias_flagged: number;
            control_flagged: number;
            drift_score: components["schemas"]["StereotypeReport_mean"];
            entries: number;
            /** @description null overall; empty where the entries name no type */
            group: string | null;
            lowered: number;
            mcnemar_p_value: number | null;
            mean_bias_score: number | null;
            mean_bleu: number | null;
            mean_control_score: number | null;
            mean_drift_semantic_similarity: number | null;
            mean_rouge_l: number | null;
            mean_semantic_similarity_drift: number | null;
            not_scored: number;
            only_bias_flagged: number;
            only_control_flagged: number;
            raised: number;
            raw_drift: components["schemas"]["StereotypeReport_mean"];
            /** @enum {unknown} */
            scope: "overall" | "bias_type" | "stereotype_type";
            scored: number;
            significant: number;
            significant_interval: components["schemas"]["StereotypeReport_interval"];
            significant_share: number | null;
            /** @description distinct stereotype texts among the scored */
            sources: number;
            trait_share: number | null;
            unchanged: number;
            /** @enum {unknown} */
            wilcoxon_method: "exact" | "normal" | null;
            wilcoxon_p_adjusted: number | null;
            wilcoxon_p_value: number | null;
        };
        StereotypeReport_vectors: null | {
            dimension: number;
            instruction_set: string;
            model: string;
            precision: string;
            weights_sha256: string;
        };
        /**
         * plumb stereotype --json
         * @description How far injected biases moved answers towards stereotypes. A value that does not exist is null. Members that a reader does not know are to be ignored; a change that breaks readers gets a new number.
         */
        StereotypeReportDocument: {
            classifier: components["schemas"]["StereotypeReport_classifier"];
            date: string;
            models: components["schemas"]["StereotypeReport_model"][];
            /** @constant */
            plumb: "stereotype-report/1";
            provenance: components["schemas"]["StereotypeReport_provenance"];
        };
        /** @description Letters, digits and . _ -; several baselines may carry one tag: the newest is meant. */
        Tag: string;
        /**
         * Format: date-time
         * @example 2026-03-01T12:00:00.000Z
         */
        Time: string;
        ToolCall: components["schemas"]["ToolName"] | {
            /** @description Any JSON. */
            arguments?: unknown;
            name: components["schemas"]["ToolName"];
            /** @description Any JSON. */
            result?: unknown;
        };
        /** @description Neither blank nor with control characters. */
        ToolName: string & (unknown & unknown);
        /** @enum {string} */
        Verdict: "stable" | "undecided" | "drifted";
        WhoAmI: {
            /** @description For the header X-CSRF-Token of writes; null where no cookie was sent. */
            csrf_token: string | null;
            /** @description When the sign-in ends; null without a cookie. */
            expires_at: components["schemas"]["Time"] | null;
            key_prefix: string | null;
            project: components["schemas"]["Project"] | null;
            scope: components["schemas"]["Scope"] | null;
            /**
             * @description open: there is no key yet, and whoever asks from this machine may do everything.
             * @enum {string}
             */
            state: "open" | "signed_in" | "signed_out";
            /** @description Of the server. */
            version: string;
        };
        WholeStereotypeAnalysis: components["schemas"]["StereotypeAnalysis"] & {
            document: Record<string, never>;
        };
    };
    responses: {
        /** @description What is wrong, and what to do. */
        Problem: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Unprocessable Content",
                 *       "status": 422,
                 *       "detail": "/execution_id must be a whole number",
                 *       "errors": [
                 *         {
                 *           "field": "/execution_id",
                 *           "value": "\"three\"",
                 *           "message": "must be a whole number"
                 *         }
                 *       ]
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /** @example 4 */
        AnalysisId: components["schemas"]["Id"];
        /** @description The newest comparison with this baseline; without it, with any. */
        BaselineExecutionId: components["schemas"]["Id"];
        /** @example 1 */
        BaselineId: components["schemas"]["Id"];
        /** @description `next_cursor` of the page before; without one, the first page. */
        Cursor: string;
        /** @example 3 */
        ExecutionId: components["schemas"]["Id"];
        /** @example 2 */
        ExperimentId: components["schemas"]["Id"];
        /**
         * @description Sent again with the same key and body, the request is done once and answered twice the same. Kept for a day.
         * @example 7f9c24e5-0c1e-4f3e-9d55-1b6f0f3f8a11
         */
        IdempotencyKey: string;
        /** @description How many a page has at most. */
        Limit: number;
        /** @description Whose log it is, where an experiment has several models. */
        LogModel: string;
        /** @example baseline_runs.jsonl */
        LogName: "baseline_runs.jsonl" | "intent_runs.jsonl" | "run.json";
        /** @example 1 */
        MonitorId: components["schemas"]["Id"];
        /** @description Ascending or descending. */
        Order: "asc" | "desc";
        /** @example 5 */
        SessionId: components["schemas"]["Id"];
        /** @description Whom it is held against; without it, the baseline of the newest comparison. */
        ViewedBaseline: components["schemas"]["Id"];
        /**
         * @description NAME:VALUE, any number of times: the results of both sides that have all of these labels.
         * @example [
         *       "topic:billing"
         *     ]
         */
        ViewedLabel: string[];
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "web.page": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description HTML. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description As the browser has it. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "audit.list": {
        parameters: {
            query?: {
                /** @description An operationId, such as execution.create. */
                action?: string;
                /** @description A key's prefix, or "loopback". */
                actor?: string;
                /** @description `next_cursor` of the page before; without one, the first page. */
                cursor?: components["parameters"]["Cursor"];
                /** @description How many a page has at most. */
                limit?: components["parameters"]["Limit"];
                /** @description Ascending or descending. */
                order?: components["parameters"]["Order"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of audit lines. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["AuditLine"][];
                        next_cursor: components["schemas"]["NextCursor"];
                    };
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "baseline.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before; without one, the first page. */
                cursor?: components["parameters"]["Cursor"];
                /** @description How many a page has at most. */
                limit?: components["parameters"]["Limit"];
                /** @description Ascending or descending. */
                order?: components["parameters"]["Order"];
                /** @description Those that carry this tag. */
                tag?: components["schemas"]["Tag"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of baselines. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Baseline"][];
                        next_cursor: components["schemas"]["NextCursor"];
                    };
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "baseline.create": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Sent again with the same key and body, the request is done once and answered twice the same. Kept for a day.
                 * @example 7f9c24e5-0c1e-4f3e-9d55-1b6f0f3f8a11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "execution_id": 2,
                 *       "name": "Baseline for Execution 3",
                 *       "baseline_tag": "baseline-v1"
                 *     }
                 */
                "application/json": components["schemas"]["NewBaseline"];
            };
        };
        responses: {
            /** @description The baseline. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Baseline"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "baseline.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                baseline_id: components["parameters"]["BaselineId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The baseline. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Baseline"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "baseline.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                baseline_id: components["parameters"]["BaselineId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "baseline.change": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                baseline_id: components["parameters"]["BaselineId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tag": "baseline-v2"
                 *     }
                 */
                "application/json": {
                    name?: string;
                    /** @description null takes the tag away. */
                    tag?: components["schemas"]["Tag"] | null;
                };
            };
        };
        responses: {
            /** @description The baseline as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Baseline"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "baseline.by_tag": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example baseline-v1 */
                tag: components["schemas"]["Tag"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The baseline. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Baseline"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "comparison.list": {
        parameters: {
            query?: {
                baseline_execution_id?: components["schemas"]["Id"];
                /** @description `next_cursor` of the page before; without one, the first page. */
                cursor?: components["parameters"]["Cursor"];
                execution_id?: components["schemas"]["Id"];
                /** @description How many a page has at most. */
                limit?: components["parameters"]["Limit"];
                /** @description Ascending or descending. */
                order?: components["parameters"]["Order"];
                verdict?: components["schemas"]["Verdict"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of comparisons, without their documents. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["ComparisonLine"][];
                        next_cursor: components["schemas"]["NextCursor"];
                    };
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "comparison.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                comparison_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The comparison. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Comparison"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "demo.load": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Sent again with the same key and body, the request is done once and answered twice the same. Kept for a day.
                 * @example 7f9c24e5-0c1e-4f3e-9d55-1b6f0f3f8a11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        baseline_id: components["schemas"]["Id"];
                        execution_ids: components["schemas"]["Id"][];
                        experiment_id: components["schemas"]["Id"];
                        monitor_id: components["schemas"]["Id"];
                        session_ids: components["schemas"]["Id"][];
                        /** @description null where the server has no classifier. */
                        stereotype_analysis_id: components["schemas"]["Id"] | null;
                    };
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "drift.compare": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Sent again with the same key and body, the request is done once and answered twice the same. Kept for a day.
                 * @example 7f9c24e5-0c1e-4f3e-9d55-1b6f0f3f8a11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "execution_id": 3,
                 *       "baseline_execution_id": 2
                 *     }
                 */
                "application/json": components["schemas"]["CompareRequest"];
            };
        };
        responses: {
            /** @description The comparison: the document of `plumb compare --json`, and its numbers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Comparison"];
                };
            };
            /** @description The embeddings are not there yet: the job compares when they are. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedJob"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "drift.compare_several": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Sent again with the same key and body, the request is done once and answered twice the same. Kept for a day.
                 * @example 7f9c24e5-0c1e-4f3e-9d55-1b6f0f3f8a11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "execution_ids": [
                 *         3,
                 *         4
                 *       ],
                 *       "baseline_tag": "baseline-v1"
                 *     }
                 */
                "application/json": components["schemas"]["CompareSeveralRequest"];
            };
        };
        responses: {
            /** @description A comparison each, in the order of the request; the verdict is the worst. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        comparisons: components["schemas"]["Comparison"][];
                        /** @constant */
                        plumb: "comparisons/1";
                        verdict: components["schemas"]["Verdict"];
                    };
                };
            };
            /** @description The embeddings are not there yet: a job each. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        jobs: {
                            execution_id: components["schemas"]["Id"];
                            job_id: components["schemas"]["Id"];
                            status_url: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "drift.get": {
        parameters: {
            query?: {
                /** @description The newest comparison with this baseline; without it, with any. */
                baseline_execution_id?: components["parameters"]["BaselineExecutionId"];
            };
            header?: never;
            path: {
                /** @example 3 */
                execution_id: components["parameters"]["ExecutionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The comparison. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Comparison"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "drift.aggregates": {
        parameters: {
            query?: {
                /** @description Whom it is held against; without it, the baseline of the newest comparison. */
                baseline_execution_id?: components["parameters"]["ViewedBaseline"];
                /**
                 * @description NAME:VALUE, any number of times: the results of both sides that have all of these labels.
                 * @example [
                 *       "topic:billing"
                 *     ]
                 */
                label?: components["parameters"]["ViewedLabel"];
            };
            header?: never;
            path: {
                /** @example 3 */
                execution_id: components["parameters"]["ExecutionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sums. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DriftAggregates"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "drift.map": {
        parameters: {
            query?: {
                /** @description Whom it is held against; without it, the baseline of the newest comparison. */
                baseline_execution_id?: components["parameters"]["ViewedBaseline"];
                /**
                 * @description NAME:VALUE, any number of times: the results of both sides that have all of these labels.
                 * @example [
                 *       "topic:billing"
                 *     ]
                 */
                label?: components["parameters"]["ViewedLabel"];
                /** @description Of both sides together, at most. */
                points?: number;
            };
            header?: never;
            path: {
                /** @example 3 */
                execution_id: components["parameters"]["ExecutionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The map. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmbeddingMap"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "drift.moved": {
        parameters: {
            query?: {
                /** @description Whom it is held against; without it, the baseline of the newest comparison. */
                baseline_execution_id?: components["parameters"]["ViewedBaseline"];
                /**
                 * @description NAME:VALUE, any number of times: the results of both sides that have all of these labels.
                 * @example [
                 *       "topic:billing"
                 *     ]
                 */
                label?: components["parameters"]["ViewedLabel"];
                limit?: number;
            };
            header?: never;
            path: {
                /** @example 3 */
                execution_id: components["parameters"]["ExecutionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The responses, the farthest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MovedResponses"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "drift.part": {
        parameters: {
            query?: {
                /** @description Whom it is held against; without it, the baseline of the newest comparison. */
                baseline_execution_id?: components["parameters"]["ViewedBaseline"];
                /**
                 * @description NAME:VALUE, any number of times: the results of both sides that have all of these labels.
                 * @example [
                 *       "topic:billing"
                 *     ]
                 */
                label?: components["parameters"]["ViewedLabel"];
            };
            header?: never;
            path: {
                /** @example 3 */
                execution_id: components["parameters"]["ExecutionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The comparison. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PartComparison"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "drift.summary": {
        parameters: {
            query?: {
                /** @description The newest comparison with this baseline; without it, with any. */
                baseline_execution_id?: components["parameters"]["BaselineExecutionId"];
            };
            header?: never;
            path: {
                /** @example 3 */
                execution_id: components["parameters"]["ExecutionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Score, grade, verdict, and what they are made of. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DriftSummary"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "drift.matrix": {
        parameters: {
            query?: {
                /** @description Whom it is held against; without it, the baseline of the newest comparison. */
                baseline_execution_id?: components["parameters"]["ViewedBaseline"];
                /** @description Any number of times, up to 50; without one, the newest 20 that are completed. */
                execution_id?: components["schemas"]["Id"][];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The matrix. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DriftMatrix"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "execution.list": {
        parameters: {
            query?: {
                /** @description Made before this time. */
                created_before?: string;
                /** @description Made at this time or later. */
                created_from?: string;
                /** @description `next_cursor` of the page before; without one, the first page. */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description NAME:VALUE, any number of times: those that have all of these labels.
                 * @example [
                 *       "model:support-bot"
                 *     ]
                 */
                label?: string[];
                /** @description How many a page has at most. */
                limit?: components["parameters"]["Limit"];
                /** @description Those of this name. */
                name?: string;
                /** @description Ascending or descending. */
                order?: components["parameters"]["Order"];
                sort?: "created" | "name" | "results";
                state?: components["schemas"]["ExecutionState"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of executions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["ListedExecution"][];
                        next_cursor: components["schemas"]["NextCursor"];
                    };
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "execution.create": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Sent again with the same key and body, the request is done once and answered twice the same. Kept for a day.
                 * @example 7f9c24e5-0c1e-4f3e-9d55-1b6f0f3f8a11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "nightly",
                 *       "labels": {
                 *         "model": "support-bot",
                 *         "version": "1.4"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["NewExecution"];
            };
        };
        responses: {
            /** @description The execution, which receives results now. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Execution"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "execution.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 3 */
                execution_id: components["parameters"]["ExecutionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The execution. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Execution"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "execution.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 3 */
                execution_id: components["parameters"]["ExecutionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "execution.complete": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Sent again with the same key and body, the request is done once and answered twice the same. Kept for a day.
                 * @example 7f9c24e5-0c1e-4f3e-9d55-1b6f0f3f8a11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example 3 */
                execution_id: components["parameters"]["ExecutionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The completed execution, and the job that embeds it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Execution"] & {
                        job_id: components["schemas"]["Id"];
                        status_url: string;
                    };
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "result.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before; without one, the first page. */
                cursor?: components["parameters"]["Cursor"];
                limit?: number;
                order?: "asc" | "desc";
                severity?: components["schemas"]["Severity"];
            };
            header?: never;
            path: {
                /** @example 3 */
                execution_id: components["parameters"]["ExecutionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of results. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Result"][];
                        next_cursor: components["schemas"]["NextCursor"];
                    };
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "result.add": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Sent again with the same key and body, the request is done once and answered twice the same. Kept for a day.
                 * @example 7f9c24e5-0c1e-4f3e-9d55-1b6f0f3f8a11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example 3 */
                execution_id: components["parameters"]["ExecutionId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "results": [
                 *         {
                 *           "id": "r1",
                 *           "prompt": "Where is my parcel?",
                 *           "response": "It arrives on Monday.",
                 *           "severity": "low",
                 *           "tools": [
                 *             "search",
                 *             {
                 *               "name": "track",
                 *               "arguments": {
                 *                 "parcel": 17
                 *               }
                 *             }
                 *           ],
                 *           "labels": {
                 *             "region": "north"
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    results: components["schemas"]["NewResult"][];
                };
                /**
                 * @example [
                 *       {
                 *         "id": "r1",
                 *         "response": "It arrives on Monday.",
                 *         "severity": "low"
                 *       },
                 *       {
                 *         "id": "r2",
                 *         "response": "It arrives today."
                 *       }
                 *     ]
                 */
                "application/x-ndjson": components["schemas"]["ResultLine"][];
            };
        };
        responses: {
            /** @description All of it is durable. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddedResults"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "result.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 3 */
                execution_id: components["parameters"]["ExecutionId"];
                /**
                 * @description The id that came with the result; a slash in it needs no escape.
                 * @example r1
                 */
                result_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Result"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "experiment.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before; without one, the first page. */
                cursor?: components["parameters"]["Cursor"];
                /** @description How many a page has at most. */
                limit?: components["parameters"]["Limit"];
                /** @description Ascending or descending. */
                order?: components["parameters"]["Order"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of experiments. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Experiment"][];
                        next_cursor: components["schemas"]["NextCursor"];
                    };
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "experiment.create": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Sent again with the same key and body, the request is done once and answered twice the same. Kept for a day.
                 * @example 7f9c24e5-0c1e-4f3e-9d55-1b6f0f3f8a11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "march"
                 *     }
                 */
                "application/json": components["schemas"]["NewExperiment"];
            };
        };
        responses: {
            /** @description The experiment. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Experiment"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "experiment.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 2 */
                experiment_id: components["parameters"]["ExperimentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The experiment, with the names of its logs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Experiment"] & {
                        logs: string[];
                    };
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "experiment.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 2 */
                experiment_id: components["parameters"]["ExperimentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "experiment.interpretation": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 2 */
                experiment_id: components["parameters"]["ExperimentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The interpretation; 409 where there is none yet. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExperimentInterpretation"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "experiment.interpret": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Sent again with the same key and body, the request is done once and answered twice the same. Kept for a day.
                 * @example 7f9c24e5-0c1e-4f3e-9d55-1b6f0f3f8a11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example 2 */
                experiment_id: components["parameters"]["ExperimentId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "rescore": false
                 *     }
                 */
                "application/json": {
                    /** @description Compute the scores again from the texts. */
                    rescore?: boolean;
                    seed?: number;
                };
            };
        };
        responses: {
            /** @description The interpretation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExperimentInterpretation"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "experiment.log": {
        parameters: {
            query?: {
                /** @description Whose log it is, where an experiment has several models. */
                model?: components["parameters"]["LogModel"];
            };
            header?: never;
            path: {
                /** @example 2 */
                experiment_id: components["parameters"]["ExperimentId"];
                /** @example baseline_runs.jsonl */
                name: components["parameters"]["LogName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The log. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "experiment.put_log": {
        parameters: {
            query?: {
                /** @description Whose log it is, where an experiment has several models. */
                model?: components["parameters"]["LogModel"];
            };
            header?: never;
            path: {
                /** @example 2 */
                experiment_id: components["parameters"]["ExperimentId"];
                /** @example baseline_runs.jsonl */
                name: components["parameters"]["LogName"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never> | unknown[] | string | number | boolean | null;
                "application/x-ndjson": Record<string, never> | unknown[] | string | number | boolean | null;
            };
        };
        responses: {
            /** @description It is kept. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        bytes: number;
                        name: string;
                        /** @description What keeps it from being interpreted. */
                        problem: string | null;
                    };
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "job.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before; without one, the first page. */
                cursor?: components["parameters"]["Cursor"];
                kind?: components["schemas"]["JobKind"];
                /** @description How many a page has at most. */
                limit?: components["parameters"]["Limit"];
                /** @description Ascending or descending. */
                order?: components["parameters"]["Order"];
                state?: components["schemas"]["JobState"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of jobs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Job"][];
                        next_cursor: components["schemas"]["NextCursor"];
                    };
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "job.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                job_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "key.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before; without one, the first page. */
                cursor?: components["parameters"]["Cursor"];
                /** @description How many a page has at most. */
                limit?: components["parameters"]["Limit"];
                /** @description Ascending or descending. */
                order?: components["parameters"]["Order"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of keys. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["ApiKey"][];
                        next_cursor: components["schemas"]["NextCursor"];
                    };
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "key.create": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Sent again with the same key and body, the request is done once and answered twice the same. Kept for a day.
                 * @example 7f9c24e5-0c1e-4f3e-9d55-1b6f0f3f8a11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "ci",
                 *       "scope": "write"
                 *     }
                 */
                "application/json": {
                    /** @description null, or left out: never. */
                    expires_at?: components["schemas"]["Time"] | null;
                    /** @description How people call it. */
                    name?: string;
                    scope: components["schemas"]["Scope"];
                };
            };
        };
        responses: {
            /** @description The key. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApiKey"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "key.revoke": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                key_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is revoked. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "monitor.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before; without one, the first page. */
                cursor?: components["parameters"]["Cursor"];
                /** @description How many a page has at most. */
                limit?: components["parameters"]["Limit"];
                /** @description Ascending or descending. */
                order?: components["parameters"]["Order"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of monitors. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Monitor"][];
                        next_cursor: components["schemas"]["NextCursor"];
                    };
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "monitor.create": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Sent again with the same key and body, the request is done once and answered twice the same. Kept for a day.
                 * @example 7f9c24e5-0c1e-4f3e-9d55-1b6f0f3f8a11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "nightly",
                 *       "baseline_id": 1,
                 *       "stream": "nightly",
                 *       "webhook": "https://alerts.example/plumb"
                 *     }
                 */
                "application/json": components["schemas"]["NewMonitor"];
            };
        };
        responses: {
            /** @description The monitor, with the secret by which its messages are signed: it is shown this once. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Monitor"] & {
                        signing_secret: string;
                    };
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "monitor.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                monitor_id: components["parameters"]["MonitorId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The monitor. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Monitor"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "monitor.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                monitor_id: components["parameters"]["MonitorId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "monitor.change": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                monitor_id: components["parameters"]["MonitorId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "enabled": false
                 *     }
                 */
                "application/json": components["schemas"]["MonitorChange"];
            };
        };
        responses: {
            /** @description The monitor. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Monitor"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "monitor.history": {
        parameters: {
            query?: {
                /** @description Before this time. */
                before?: string;
                /** @description `next_cursor` of the page before; without one, the first page. */
                cursor?: components["parameters"]["Cursor"];
                /** @description At this time or later. */
                from?: string;
                /** @description How many a page has at most. */
                limit?: components["parameters"]["Limit"];
                metric?: string;
                /** @description Ascending or descending. */
                order?: components["parameters"]["Order"];
            };
            header?: never;
            path: {
                /** @example 1 */
                monitor_id: components["parameters"]["MonitorId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of points. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["MonitorPoint"][];
                        next_cursor: components["schemas"]["NextCursor"];
                    };
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "overview.get": {
        parameters: {
            query?: {
                /** @description What came at this time or later is a change; take `now` of the last answer. */
                since?: components["schemas"]["Time"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The overview. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Overview"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "project.get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The project. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "project.change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "retention_days": 90
                 *     }
                 */
                "application/json": {
                    /** @description null: for ever. What a baseline stands on stays in any case. */
                    retention_days: number | null;
                };
            };
        };
        responses: {
            /** @description The project as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "project.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The projects. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Project"][];
                        next_cursor: components["schemas"]["NextCursor"];
                    };
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "drift.results_summary": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 3 */
                execution_id: components["parameters"]["ExecutionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Null where something was not computed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResultsSummary"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "session.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before; without one, the first page. */
                cursor?: components["parameters"]["Cursor"];
                /** @description How many a page has at most. */
                limit?: components["parameters"]["Limit"];
                /** @description The one of this name: a conversation's id, where it came by OTLP. */
                name?: string;
                /** @description Ascending or descending. */
                order?: components["parameters"]["Order"];
                /** @description Changed at this time or later. */
                updated_from?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of sessions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Session"][];
                        next_cursor: components["schemas"]["NextCursor"];
                    };
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "session.upload": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Sent again with the same key and body, the request is done once and answered twice the same. Kept for a day.
                 * @example 7f9c24e5-0c1e-4f3e-9d55-1b6f0f3f8a11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "steps": [
                 *         {
                 *           "session": "s1",
                 *           "step": 0,
                 *           "prompt": "Summarise the article.",
                 *           "response": "The council met.",
                 *           "goal": "A one-sentence summary"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NewSteps"];
                "application/x-ndjson": components["schemas"]["SessionLine"][];
            };
        };
        responses: {
            /** @description The sessions, by name, and how many steps were new. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        sessions: (components["schemas"]["Session"] & {
                            added_steps: number;
                            repeated_steps: number;
                        })[];
                    };
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "session.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 5 */
                session_id: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "session.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 5 */
                session_id: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "session.curves": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 5 */
                session_id: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The newest of each measure; is_current says whether a step came since. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: (components["schemas"]["SessionCurve"] & {
                            is_current: boolean;
                        })[];
                    };
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "session.measure": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Sent again with the same key and body, the request is done once and answered twice the same. Kept for a day.
                 * @example 7f9c24e5-0c1e-4f3e-9d55-1b6f0f3f8a11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example 5 */
                session_id: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "measure": "intent",
                 *       "against": "initial-output"
                 *     }
                 */
                "application/json": components["schemas"]["IntentCurveRequest"] | components["schemas"]["AlignmentCurveRequest"];
            };
        };
        responses: {
            /** @description The curve. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionCurve"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "session.steps": {
        parameters: {
            query?: {
                /** @description How many to leave out at the start: next_from of the page before. */
                from?: number;
                /** @description How many a page has at most. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path: {
                /** @example 5 */
                session_id: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of steps. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["SessionStep"][];
                        next_from: number | null;
                    };
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "sign_in.start": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Sent again with the same key and body, the request is done once and answered twice the same. Kept for a day.
                 * @example 7f9c24e5-0c1e-4f3e-9d55-1b6f0f3f8a11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "key": "plumb_3f9c0a1b2c3d_..."
                 *     }
                 */
                "application/json": {
                    key: string;
                };
            };
        };
        responses: {
            /** @description Signed in, with Set-Cookie. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WhoAmI"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "sign_in.end": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Sent again with the same key and body, the request is done once and answered twice the same. Kept for a day.
                 * @example 7f9c24e5-0c1e-4f3e-9d55-1b6f0f3f8a11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Nobody is signed in by this cookie. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "stereotype.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before; without one, the first page. */
                cursor?: components["parameters"]["Cursor"];
                /** @description How many a page has at most. */
                limit?: components["parameters"]["Limit"];
                /** @description Ascending or descending. */
                order?: components["parameters"]["Order"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of analyses, without their documents. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["StereotypeAnalysis"][];
                        next_cursor: components["schemas"]["NextCursor"];
                    };
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "stereotype.create": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Sent again with the same key and body, the request is done once and answered twice the same. Kept for a day.
                 * @example 7f9c24e5-0c1e-4f3e-9d55-1b6f0f3f8a11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "model": "harbour_7b",
                 *       "entries": [
                 *         {
                 *           "emgsd_text": "The nurse was caring.",
                 *           "emgsd_trait": "caring",
                 *           "control_response": "A nurse looks after people.",
                 *           "turn2_response": "Nurses are caring women.",
                 *           "bias_type": "confirmation"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NewStereotypeAnalysis"] | components["schemas"]["GivenStereotypeAnalysis"];
            };
        };
        responses: {
            /** @description The analysis with its document. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WholeStereotypeAnalysis"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "stereotype.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 4 */
                analysis_id: components["parameters"]["AnalysisId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The analysis. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WholeStereotypeAnalysis"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "stereotype.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 4 */
                analysis_id: components["parameters"]["AnalysisId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "stereotype.pairs": {
        parameters: {
            query?: {
                /** @description Empty: those that name none. */
                bias_type?: string;
                /** @description `next_cursor` of the page before; without one, the first page. */
                cursor?: components["parameters"]["Cursor"];
                /** @description How many a page has at most. */
                limit?: components["parameters"]["Limit"];
                model?: string;
                /** @description Ascending or descending. */
                order?: components["parameters"]["Order"];
                /** @description Whether the drift is above 0.2. */
                significant?: boolean;
                sort?: "drift" | "raw_drift" | "entry";
                /** @description Empty: those that name none. */
                stereotype_type?: string;
            };
            header?: never;
            path: {
                /** @example 4 */
                analysis_id: components["parameters"]["AnalysisId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of pairs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["StereotypePair"][];
                        next_cursor: components["schemas"]["NextCursor"];
                        total: components["schemas"]["Count"];
                    };
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "stereotype.summary": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 4 */
                analysis_id: components["parameters"]["AnalysisId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The analysis. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WholeStereotypeAnalysis"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "sign_in.whoami": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Who it is. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WhoAmI"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "web.asset": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                asset: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/manifest+json": Record<string, never>;
                    "font/woff2": string;
                    "image/png": string;
                    "image/svg+xml": string;
                    "text/css": string;
                    "text/javascript": string;
                    "text/plain": string;
                };
            };
            /** @description As the browser has it. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "service.docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description HTML that loads nothing from anywhere. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "service.health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It does. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "service.metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The text format of Prometheus. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "service.document": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OpenAPI 3.1. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "service.ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It can; else 503. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ready"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "ready";
                    };
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    "traces.export": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Sent again with the same key and body, the request is done once and answered twice the same. Kept for a day.
                 * @example 7f9c24e5-0c1e-4f3e-9d55-1b6f0f3f8a11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "resourceSpans": [
                 *         {
                 *           "resource": {
                 *             "attributes": [
                 *               {
                 *                 "key": "service.name",
                 *                 "value": {
                 *                   "stringValue": "support-bot"
                 *                 }
                 *               },
                 *               {
                 *                 "key": "service.version",
                 *                 "value": {
                 *                   "stringValue": "1.4"
                 *                 }
                 *               }
                 *             ]
                 *           },
                 *           "scopeSpans": [
                 *             {
                 *               "spans": [
                 *                 {
                 *                   "traceId": "5b8efff798038103d269b633813fc60c",
                 *                   "spanId": "eee19b7ec3c1b174",
                 *                   "name": "chat gpt-4o",
                 *                   "startTimeUnixNano": "1700000000000000000",
                 *                   "endTimeUnixNano": "1700000001000000000",
                 *                   "attributes": [
                 *                     {
                 *                       "key": "gen_ai.operation.name",
                 *                       "value": {
                 *                         "stringValue": "chat"
                 *                       }
                 *                     },
                 *                     {
                 *                       "key": "gen_ai.conversation.id",
                 *                       "value": {
                 *                         "stringValue": "conv-1"
                 *                       }
                 *                     },
                 *                     {
                 *                       "key": "gen_ai.input.messages",
                 *                       "value": {
                 *                         "stringValue": "[{\"role\":\"user\",\"parts\":[{\"type\":\"text\",\"content\":\"Hello\"}]}]"
                 *                       }
                 *                     },
                 *                     {
                 *                       "key": "gen_ai.output.messages",
                 *                       "value": {
                 *                         "stringValue": "[{\"role\":\"assistant\",\"parts\":[{\"type\":\"text\",\"content\":\"Hi.\"}]}]"
                 *                       }
                 *                     }
                 *                   ]
                 *                 }
                 *               ]
                 *             }
                 *           ]
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ExportTraces"];
                "application/x-protobuf": string;
            };
        };
        responses: {
            /** @description An ExportTraceServiceResponse; empty where every span was taken. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportedTraces"];
                    "application/x-protobuf": string;
                };
            };
            /** @description The body cannot be read: a google.rpc.Status. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RpcStatus"];
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/x-protobuf": string;
                };
            };
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
}
