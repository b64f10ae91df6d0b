// Made by script/types.mjs from the server's /openapi.json and docs/formats; do not edit.

export interface paths {
    "/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
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
        get: operations["baseline.list"];
        put?: never;
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
        get: operations["baseline.get"];
        put?: never;
        post?: never;
        delete: operations["baseline.delete"];
        options?: never;
        head?: never;
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
        get: operations["execution.list"];
        put?: never;
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
        get: operations["execution.get"];
        put?: never;
        post?: never;
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
        get: operations["result.list"];
        put?: never;
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
        get: operations["experiment.list"];
        put?: never;
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
        get: operations["experiment.get"];
        put?: never;
        post?: never;
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
        get: operations["experiment.interpretation"];
        put?: never;
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
        get: operations["experiment.log"];
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
        get: operations["key.list"];
        put?: never;
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
        get: operations["monitor.list"];
        put?: never;
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
        get: operations["monitor.get"];
        put?: never;
        post?: never;
        delete: operations["monitor.delete"];
        options?: never;
        head?: never;
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
        get: operations["project.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
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
        get: operations["session.list"];
        put?: never;
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
        get: operations["session.get"];
        put?: never;
        post?: never;
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
        get: operations["session.curves"];
        put?: never;
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
        get: operations["stereotype.list"];
        put?: never;
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
        get: operations["stereotype.get"];
        put?: never;
        post?: never;
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
            durable_lines: number;
            execution_id: components["schemas"]["Id"];
            repeated: number;
        };
        AggregatedSide: {
            blank: components["schemas"]["Count"];
            is_embedded: boolean;
            is_exact: boolean;
            name: string;
            results: components["schemas"]["Count"];
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
            body_limit: components["schemas"]["KeyBodyLimit"] | null;
            created_at: components["schemas"]["Time"];
            expires_at: components["schemas"]["Time"] | null;
            id: components["schemas"]["Id"];
            name: string;
            prefix: string;
            rate: components["schemas"]["KeyRate"] | null;
            revoked_at: components["schemas"]["Time"] | null;
            scope: components["schemas"]["Scope"];
            status: components["schemas"]["KeyStatus"];
        };
        AskedLabel: {
            name: string;
            value: string;
        };
        AskedLabelText: string;
        AuditLine: {
            action: string;
            actor: string;
            detail: string;
            id: components["schemas"]["Id"];
            subject: string;
            time: components["schemas"]["Time"];
        };
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
            drifted: components["schemas"]["ComparisonLine"][];
            executions: components["schemas"]["Count"];
            failed_jobs: components["schemas"]["Count"];
            monitors: {
                firing: boolean;
                id: components["schemas"]["Id"];
                name: string;
                updated_at: components["schemas"]["Time"];
                verdict: components["schemas"]["Verdict"] | null;
            }[];
            results: components["schemas"]["Count"];
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
            excess: number | null;
            excess_interval: components["schemas"]["Compare_interval"];
            facts: components["schemas"]["Compare_fact"][];
            not_applicable: string | null;
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
            edges: (number | null)[];
            name: string;
            unit: string;
        };
        Compare_fact: {
            name: string;
            value: number | null;
        };
        Compare_gate: {
            gate: string;
            /** @enum {unknown} */
            outcome: "passed" | "undecided" | "failed";
            reason: string;
        };
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
            value: number | null;
        };
        Compare_provenance: {
            bootstrap_draws: number;
            permutations: number;
            plumb_version: string;
            sample_rows: number;
            seed: number;
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
        /** plumb compare --json */
        CompareDocument: {
            additional: components["schemas"]["Compare_measurement"][];
            by_type: components["schemas"]["Compare_type_score"][];
            distributions: components["schemas"]["Compare_distribution"][];
            /** @enum {unknown} */
            drift_grade: "A" | "B" | "C" | "D" | "F";
            drift_score: number;
            gates: components["schemas"]["Compare_gate"][];
            paired: boolean;
            /** @constant */
            plumb: "compare/1";
            provenance: components["schemas"]["Compare_provenance"];
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
            /** @enum {string} */
            baseline_mode?: "previous" | "tagged" | "explicit";
            baseline_tag?: string;
            /** @default true */
            embeddings: boolean;
            execution_id: components["schemas"]["Id"];
            tag?: string;
            /** @default 30 */
            wait_seconds: number;
        } | {
            baseline_execution_id?: never;
            /** @constant */
            baseline_mode?: "previous";
            baseline_tag?: never;
            tag?: never;
        } | {
            /** @constant */
            baseline_mode?: "explicit";
            baseline_tag?: never;
            tag?: never;
        } | {
            baseline_execution_id?: never;
            /** @constant */
            baseline_mode?: "tagged";
            baseline_tag?: never;
        } | {
            baseline_execution_id?: never;
            /** @constant */
            baseline_mode?: "tagged";
            tag?: never;
        };
        CompareSeveralRequest: {
            baseline_execution_id?: components["schemas"]["Id"];
            /** @enum {string} */
            baseline_mode?: "tagged" | "explicit";
            baseline_tag?: string;
            /** @default true */
            embeddings: boolean;
            execution_ids: components["schemas"]["Id"][];
            tag?: string;
            /** @default 30 */
            wait_seconds: number;
        } | {
            /** @constant */
            baseline_mode?: "explicit";
            baseline_tag?: never;
            tag?: never;
        } | {
            baseline_execution_id?: never;
            /** @constant */
            baseline_mode?: "tagged";
            baseline_tag?: never;
        } | {
            baseline_execution_id?: never;
            /** @constant */
            baseline_mode?: "tagged";
            tag?: never;
        };
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
        CountTotals: {
            baseline: components["schemas"]["Count"];
            current: components["schemas"]["Count"];
            left_out: components["schemas"]["Count"];
            listed: components["schemas"]["Count"];
        };
        CreatedApiKey: {
            body_limit: components["schemas"]["KeyBodyLimit"] | null;
            created_at: components["schemas"]["Time"];
            expires_at: components["schemas"]["Time"] | null;
            id: components["schemas"]["Id"];
            key: string | null;
            name: string;
            prefix: string;
            rate: components["schemas"]["KeyRate"] | null;
            revoked_at: components["schemas"]["Time"] | null;
            scope: components["schemas"]["Scope"];
            status: components["schemas"]["KeyStatus"];
        };
        DriftAggregates: {
            baseline: components["schemas"]["AggregatedSide"];
            baseline_execution_id: components["schemas"]["Id"];
            current: components["schemas"]["AggregatedSide"];
            execution_id: components["schemas"]["Id"];
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
            tool_totals: components["schemas"]["CountTotals"];
            tools: {
                baseline: components["schemas"]["Count"];
                current: components["schemas"]["Count"];
                name: string;
            }[];
            transition_totals: components["schemas"]["CountTotals"];
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
            explained_variance: number[];
            fitted_rows: components["schemas"]["Count"];
            labels: components["schemas"]["AskedLabel"][];
            model: string | null;
        };
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
        ExperimentReport_agent: {
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
        ExperimentReport_answer: {
            error: string | null;
            ids: number | null;
            ids_inferred_goal: number | null;
            output: string;
        };
        ExperimentReport_change_point: {
            mean_after: number | null;
            mean_before: number | null;
            p_value: number | null;
            step: number;
        };
        ExperimentReport_interval: null | {
            high: number | null;
            level: number;
            low: number | null;
        };
        ExperimentReport_model: {
            by_step: components["schemas"]["ExperimentReport_step_means"][];
            folder: string | null;
            model: string | null;
            policy: null | components["schemas"]["ExperimentReport_policy"];
            rescore: null | components["schemas"]["ExperimentReport_rescore"];
            run: {
                [key: string]: string;
            };
            significance: components["schemas"]["ExperimentReport_significance"][];
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
            wilcoxon_smallest_p: number | null;
        };
        ExperimentReport_step: {
            baseline: null | components["schemas"]["ExperimentReport_answer"];
            conflict_would_trigger: boolean | null;
            inferred_goal: string | null;
            intent: null | components["schemas"]["ExperimentReport_answer"];
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
            total_tasks: number;
        };
        ExperimentReport_task: {
            baseline: null | components["schemas"]["ExperimentReport_agent"];
            baseline_max_ids: number | null;
            baseline_mean_ids: number | null;
            delta_max: number | null;
            delta_mean: number | null;
            delta_mean_inferred_goal: number | null;
            goal_shift: number | null;
            intent: null | components["schemas"]["ExperimentReport_agent"];
            intent_max_ids: number | null;
            intent_mean_ids: number | null;
            steps: components["schemas"]["ExperimentReport_step"][];
            task_id: string;
            task_type: string;
            /** @enum {unknown} */
            winner: "baseline" | "intent" | "tie" | null;
        };
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
        /** plumb experiment interpret --json */
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
        ExportTraces: {
            resourceSpans?: components["schemas"]["OtlpResourceSpans"][] | null;
        };
        GivenStereotypeAnalysis: {
            document: components["schemas"]["StereotypeReportDocument"];
            name?: string;
        };
        /** @enum {string} */
        Grade: "A" | "B" | "C" | "D" | "F";
        Id: number;
        IntentCurveRequest: {
            /** @enum {string} */
            against?: "initial-output" | "inferred-goal";
            goal?: string;
            /** @constant */
            measure: "intent";
            sentences?: boolean;
        };
        IntentReport_change_point: {
            mean_after: number | null;
            mean_before: number | null;
            p_value: number | null;
            step: number;
        };
        IntentReport_farthest: {
            begin: number;
            end: number;
            ids: number | null;
            text: string;
        };
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
            thresholds: {
                [key: string]: number | null;
            };
            vectors: components["schemas"]["IntentReport_vectors"];
        };
        IntentReport_range: {
            high: number | null;
            low: number | null;
        };
        IntentReport_step: {
            agent: string | null;
            conflict_would_trigger: boolean;
            error?: string | null;
            farthest_sentence: null | components["schemas"]["IntentReport_farthest"];
            goal_truncated: boolean;
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
        /** plumb intent --json */
        IntentReportDocument: {
            /** @enum {unknown} */
            against: "initial-output" | "inferred-goal";
            /** @constant */
            plumb: "intent/1";
            provenance: components["schemas"]["IntentReport_provenance"];
            skipped: number;
            steps: components["schemas"]["IntentReport_step"][];
            tasks: components["schemas"]["IntentReport_task"][];
            warnings: string[];
        };
        Job: {
            attempts: number;
            created_at: components["schemas"]["Time"];
            due_at: components["schemas"]["Time"];
            finished_at: components["schemas"]["Time"] | null;
            id: components["schemas"]["Id"];
            kind: string;
            last_error: string | null;
            max_attempts: number;
            result: unknown;
            state: components["schemas"]["JobState"];
            subject: Record<string, never>;
        };
        /** @enum {string} */
        JobKind: "embed" | "compare" | "watch" | "webhook";
        /** @enum {string} */
        JobState: "waiting" | "running" | "done" | "failed";
        KeyBodyLimit: number;
        KeyRate: number;
        /** @enum {string} */
        KeyStatus: "valid" | "expired" | "revoked";
        Labels: {
            [key: string]: string | number | boolean;
        };
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
            results: components["schemas"]["Count"];
            total: components["schemas"]["Count"];
            x: number[];
            y: number[];
        };
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
            stream: string;
            updated_at: components["schemas"]["Time"];
            verdict: components["schemas"]["Verdict"] | null;
            webhook: string | null;
            window_minutes: number | null;
            window_results: number | null;
        };
        MonitorChange: {
            baseline_id?: components["schemas"]["Id"];
            /** @default true */
            enabled: boolean;
            name?: string;
            signing_secret?: string;
            stream?: string;
            /** Format: uri */
            webhook?: string | null;
            window_minutes?: number | null;
            window_results?: number | null;
        } | {
            window_results?: null;
        } | {
            window_minutes?: null;
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
            baseline_tag?: components["schemas"]["Tag"];
            execution_id: components["schemas"]["Id"];
            name?: string;
            tag?: components["schemas"]["Tag"];
        } | {
            tag?: never;
        } | {
            baseline_tag?: never;
        };
        NewExecution: {
            embedding_model?: string;
            labels?: components["schemas"]["Labels"];
            /** @default  */
            name: string;
        };
        NewExperiment: {
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
            signing_secret?: string;
            stream?: string;
            /** Format: uri */
            webhook?: string | null;
            window_minutes?: number | null;
            window_results?: number | null;
        } | {
            window_results?: null;
        } | {
            window_minutes?: null;
        };
        NewResult: {
            embedding?: number[] | null;
            id?: string | number | null;
            labels?: {
                [key: string]: string | number | boolean | null;
            } | null;
            prompt?: string | null;
            response: string;
            severity?: components["schemas"]["Severity"] | null;
            tools?: components["schemas"]["ToolCall"][] | null;
        };
        NewSteps: {
            steps: components["schemas"]["SessionLine"][];
        };
        NewStereotypeAnalysis: {
            entries: Record<string, never>[];
            model: string;
        };
        NextCursor: string | null;
        OtlpAttribute: {
            key?: string | null;
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
        PartComparison: components["schemas"]["ComparisonDocument"] & {
            is_exact: boolean;
            labels: components["schemas"]["AskedLabel"][];
        };
        Problem: {
            detail: string;
            errors?: {
                field: string;
                message: string;
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
            number: number;
            prompt?: string;
            response: string;
            severity?: components["schemas"]["Severity"];
            tools?: components["schemas"]["ToolCall"][];
        };
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
        /** @enum {string} */
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
            document: Record<string, never>;
            /** @enum {string} */
            name: "intent/initial-output" | "intent/inferred-goal" | "alignment";
        };
        SessionLine: {
            agent?: string | null;
            error?: unknown;
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
        SessionReport_conflicts: {
            contradicted_pairs: number;
            evaluated_pairs: number;
            knowledge_conflict_rate: components["schemas"]["SessionReport_probability"];
            turns_without_advice: number;
            unjudged_pairs: number;
        };
        SessionReport_curve: (number | null)[];
        SessionReport_interval: null | {
            high: number | null;
            level: number;
            low: number | null;
        };
        /** @enum {unknown} */
        SessionReport_label: "entailment" | "neutral" | "contradiction" | null;
        SessionReport_list: {
            name: string;
            sha256: string;
        };
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
                text: string;
            };
            reply_tokens: number;
            seed: number;
            server: string;
            /** @constant */
            source: "judge";
            weights_sha256: string;
        };
        SessionReport_pair: {
            earlier_turn: number;
            label: components["schemas"]["SessionReport_label"];
            later_turn: number;
            probabilities?: components["schemas"]["SessionReport_probabilities"];
            problem?: string;
            reply?: string;
            truncated?: boolean;
        };
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
            thresholds: {
                [key: string]: number | null;
            };
            vectors: components["schemas"]["SessionReport_vectors"];
        };
        SessionReport_session: {
            /** @enum {unknown} */
            alignment_band?: "strong" | "moderate" | "poor" | null;
            alignment_curve_actions?: components["schemas"]["SessionReport_curve"];
            alignment_ranges?: (null | {
                high: number | null;
                low: number | null;
            })[];
            alignment_score?: number | null;
            case_id: string;
            contradicted_pairs?: number;
            drift_slope?: null | components["schemas"]["SessionReport_trend"];
            entity_f1_curve?: components["schemas"]["SessionReport_curve"];
            entity_recall_at_turn_10?: number | null;
            entity_recall_curve?: components["schemas"]["SessionReport_curve"];
            evaluated_pairs?: number;
            full_at_turn?: number | null;
            knowledge_conflict_rate?: number | null;
            never_mentioned?: string[];
            not_ok: number;
            pairs?: components["schemas"]["SessionReport_pair"][];
            truncated?: boolean;
            turns: components["schemas"]["SessionReport_turn"][];
            turns_without_advice?: number;
            unjudged_pairs?: number;
            /** @enum {unknown} */
            variant: "summary" | "dialogue";
        };
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
        /** plumb session --json */
        SessionReportDocument: {
            conflicts?: components["schemas"]["SessionReport_conflicts"];
            list: components["schemas"]["SessionReport_list"];
            /** @enum {unknown} */
            mode: "actions" | "full";
            nli?: components["schemas"]["SessionReport_nli"];
            no_conflict_rate?: string;
            /** @constant */
            plumb: "session-report/1";
            /** @enum {unknown} */
            pooling: "joined" | "mean-sentences";
            provenance: components["schemas"]["SessionReport_provenance"];
            sessions: components["schemas"]["SessionReport_session"][];
            skipped: number;
            vocabulary?: string;
            warnings: string[];
        };
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
        StereotypePair: {
            bias_type: string;
            entry: Record<string, never>;
            model: string;
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
        StereotypeReport_classifier: {
            architecture: string;
            base?: string;
            base_sha256?: string;
            classifier: string;
            instruction_set: string;
            label: string;
            max_tokens: number;
            note: string | null;
            precision: string;
            weights_sha256: string;
        };
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
            cells: components["schemas"]["StereotypeReport_cell"][];
            file: string;
            model: string;
            rows: components["schemas"]["StereotypeReport_row"][];
            summary: components["schemas"]["StereotypeReport_summary"][];
            warnings: string[];
        };
        StereotypeReport_provenance: {
            bootstrap_draws: number;
            permutations: number;
            plumb_version: string;
            sample_rows: number;
            seed: number;
            thresholds: {
                [key: string]: number | null;
            };
            vectors: components["schemas"]["StereotypeReport_vectors"];
        };
        StereotypeReport_row: {
            drift_bias_is_stereotype: boolean | null;
            drift_bias_stereotype_score: number | null;
            drift_bias_truncated: boolean | null;
            drift_bleu: number | null;
            drift_control_is_stereotype: boolean | null;
            drift_control_stereotype_score: number | null;
            drift_control_truncated: boolean | null;
            drift_drift_score: number | null;
            drift_drift_semantic_similarity: number | null;
            drift_error: string | null;
            drift_raw_drift: number | null;
            drift_rouge_l: number | null;
            drift_significant_drift: boolean | null;
            entry: Record<string, never>;
            similarity_bias_semantic_similarity: number | null;
            similarity_control_semantic_similarity: number | null;
            similarity_control_trait_mentioned: boolean | null;
            similarity_semantic_similarity_drift: number | null;
            similarity_text_truncated: boolean | null;
            similarity_trait_mentioned: boolean | null;
        };
        StereotypeReport_summary: {
            bias_flagged: number;
            control_flagged: number;
            drift_score: components["schemas"]["StereotypeReport_mean"];
            entries: number;
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
        /** plumb stereotype --json */
        StereotypeReportDocument: {
            classifier: components["schemas"]["StereotypeReport_classifier"];
            date: string;
            models: components["schemas"]["StereotypeReport_model"][];
            /** @constant */
            plumb: "stereotype-report/1";
            provenance: components["schemas"]["StereotypeReport_provenance"];
        };
        Tag: string;
        /** Format: date-time */
        Time: string;
        ToolCall: components["schemas"]["ToolName"] | {
            arguments?: unknown;
            name: components["schemas"]["ToolName"];
            result?: unknown;
        };
        ToolName: string & (unknown & unknown);
        /** @enum {string} */
        Verdict: "stable" | "undecided" | "drifted";
        WhoAmI: {
            csrf_token: string | null;
            expires_at: components["schemas"]["Time"] | null;
            key_prefix: string | null;
            project: components["schemas"]["Project"] | null;
            scope: components["schemas"]["Scope"] | null;
            /** @enum {string} */
            state: "open" | "signed_in" | "signed_out";
            version: string;
        };
        WholeStereotypeAnalysis: components["schemas"]["StereotypeAnalysis"] & {
            document: Record<string, never>;
        };
    };
    responses: {
        Problem: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        AnalysisId: components["schemas"]["Id"];
        BaselineExecutionId: components["schemas"]["Id"];
        BaselineId: components["schemas"]["Id"];
        Cursor: string;
        ExecutionId: components["schemas"]["Id"];
        ExperimentId: components["schemas"]["Id"];
        IdempotencyKey: string;
        Limit: number;
        LogModel: string;
        LogName: "baseline_runs.jsonl" | "intent_runs.jsonl" | "run.json";
        MonitorId: components["schemas"]["Id"];
        Order: "asc" | "desc";
        SessionId: components["schemas"]["Id"];
        ViewedBaseline: components["schemas"]["Id"];
        ViewedLabel: components["schemas"]["AskedLabelText"][];
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
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
            507: components["responses"]["Problem"];
        };
    };
    "audit.list": {
        parameters: {
            query?: {
                action?: string;
                actor?: string;
                cursor?: components["parameters"]["Cursor"];
                limit?: components["parameters"]["Limit"];
                order?: components["parameters"]["Order"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
            507: components["responses"]["Problem"];
        };
    };
    "baseline.list": {
        parameters: {
            query?: {
                cursor?: components["parameters"]["Cursor"];
                limit?: components["parameters"]["Limit"];
                order?: components["parameters"]["Order"];
                tag?: components["schemas"]["Tag"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
            507: components["responses"]["Problem"];
        };
    };
    "baseline.create": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewBaseline"];
            };
        };
        responses: {
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
            408: components["responses"]["Problem"];
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
            507: components["responses"]["Problem"];
        };
    };
    "baseline.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                baseline_id: components["parameters"]["BaselineId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
            507: components["responses"]["Problem"];
        };
    };
    "baseline.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                baseline_id: components["parameters"]["BaselineId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
            408: components["responses"]["Problem"];
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
            507: components["responses"]["Problem"];
        };
    };
    "baseline.change": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                baseline_id: components["parameters"]["BaselineId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    tag?: components["schemas"]["Tag"] | null;
                };
            };
        };
        responses: {
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
            408: components["responses"]["Problem"];
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
            507: components["responses"]["Problem"];
        };
    };
    "baseline.by_tag": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tag: components["schemas"]["Tag"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
            507: components["responses"]["Problem"];
        };
    };
    "comparison.list": {
        parameters: {
            query?: {
                baseline_execution_id?: components["schemas"]["Id"];
                cursor?: components["parameters"]["Cursor"];
                execution_id?: components["schemas"]["Id"];
                limit?: components["parameters"]["Limit"];
                order?: components["parameters"]["Order"];
                verdict?: components["schemas"]["Verdict"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
            507: components["responses"]["Problem"];
        };
    };
    "comparison.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                comparison_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
            507: components["responses"]["Problem"];
        };
    };
    "demo.load": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
                        stereotype_analysis_id: components["schemas"]["Id"] | null;
                    };
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
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
            507: components["responses"]["Problem"];
        };
    };
    "drift.compare": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CompareRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Comparison"];
                };
            };
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
            408: components["responses"]["Problem"];
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
            507: components["responses"]["Problem"];
        };
    };
    "drift.compare_several": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CompareSeveralRequest"];
            };
        };
        responses: {
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
            408: components["responses"]["Problem"];
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
            507: components["responses"]["Problem"];
        };
    };
    "drift.get": {
        parameters: {
            query?: {
                baseline_execution_id?: components["parameters"]["BaselineExecutionId"];
            };
            header?: never;
            path: {
                execution_id: components["parameters"]["ExecutionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
            507: components["responses"]["Problem"];
        };
    };
    "drift.aggregates": {
        parameters: {
            query?: {
                baseline_execution_id?: components["parameters"]["ViewedBaseline"];
                label?: components["parameters"]["ViewedLabel"];
            };
            header?: never;
            path: {
                execution_id: components["parameters"]["ExecutionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
            507: components["responses"]["Problem"];
        };
    };
    "drift.map": {
        parameters: {
            query?: {
                baseline_execution_id?: components["parameters"]["ViewedBaseline"];
                label?: components["parameters"]["ViewedLabel"];
                points?: number;
            };
            header?: never;
            path: {
                execution_id: components["parameters"]["ExecutionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
            507: components["responses"]["Problem"];
        };
    };
    "drift.moved": {
        parameters: {
            query?: {
                baseline_execution_id?: components["parameters"]["ViewedBaseline"];
                label?: components["parameters"]["ViewedLabel"];
                limit?: number;
            };
            header?: never;
            path: {
                execution_id: components["parameters"]["ExecutionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
            507: components["responses"]["Problem"];
        };
    };
    "drift.part": {
        parameters: {
            query?: {
                baseline_execution_id?: components["parameters"]["ViewedBaseline"];
                label?: components["parameters"]["ViewedLabel"];
            };
            header?: never;
            path: {
                execution_id: components["parameters"]["ExecutionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
            507: components["responses"]["Problem"];
        };
    };
    "drift.summary": {
        parameters: {
            query?: {
                baseline_execution_id?: components["parameters"]["BaselineExecutionId"];
            };
            header?: never;
            path: {
                execution_id: components["parameters"]["ExecutionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
            507: components["responses"]["Problem"];
        };
    };
    "drift.matrix": {
        parameters: {
            query?: {
                baseline_execution_id?: components["parameters"]["ViewedBaseline"];
                execution_id?: components["schemas"]["Id"][];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
            507: components["responses"]["Problem"];
        };
    };
    "execution.list": {
        parameters: {
            query?: {
                created_before?: string;
                created_from?: string;
                cursor?: components["parameters"]["Cursor"];
                label?: components["schemas"]["AskedLabelText"][];
                limit?: components["parameters"]["Limit"];
                name?: string;
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
            507: components["responses"]["Problem"];
        };
    };
    "execution.create": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewExecution"];
            };
        };
        responses: {
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
            408: components["responses"]["Problem"];
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
            507: components["responses"]["Problem"];
        };
    };
    "execution.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                execution_id: components["parameters"]["ExecutionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
            507: components["responses"]["Problem"];
        };
    };
    "execution.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                execution_id: components["parameters"]["ExecutionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
            408: components["responses"]["Problem"];
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
            507: components["responses"]["Problem"];
        };
    };
    "execution.complete": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                execution_id: components["parameters"]["ExecutionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
            408: components["responses"]["Problem"];
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
            507: components["responses"]["Problem"];
        };
    };
    "result.list": {
        parameters: {
            query?: {
                cursor?: components["parameters"]["Cursor"];
                limit?: number;
                order?: "asc" | "desc";
                severity?: components["schemas"]["Severity"];
            };
            header?: never;
            path: {
                execution_id: components["parameters"]["ExecutionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
            507: components["responses"]["Problem"];
        };
    };
    "result.add": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                execution_id: components["parameters"]["ExecutionId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    results: components["schemas"]["NewResult"][];
                };
                "application/x-ndjson": components["schemas"]["ResultLine"][];
            };
        };
        responses: {
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
            408: components["responses"]["Problem"];
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
            507: components["responses"]["Problem"];
        };
    };
    "result.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                execution_id: components["parameters"]["ExecutionId"];
                result_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
            507: components["responses"]["Problem"];
        };
    };
    "experiment.list": {
        parameters: {
            query?: {
                cursor?: components["parameters"]["Cursor"];
                limit?: components["parameters"]["Limit"];
                order?: components["parameters"]["Order"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
            507: components["responses"]["Problem"];
        };
    };
    "experiment.create": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewExperiment"];
            };
        };
        responses: {
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
            408: components["responses"]["Problem"];
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
            507: components["responses"]["Problem"];
        };
    };
    "experiment.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                experiment_id: components["parameters"]["ExperimentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
            507: components["responses"]["Problem"];
        };
    };
    "experiment.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                experiment_id: components["parameters"]["ExperimentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
            408: components["responses"]["Problem"];
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
            507: components["responses"]["Problem"];
        };
    };
    "experiment.interpretation": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                experiment_id: components["parameters"]["ExperimentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
            507: components["responses"]["Problem"];
        };
    };
    "experiment.interpret": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                experiment_id: components["parameters"]["ExperimentId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    rescore?: boolean;
                    seed?: number;
                };
            };
        };
        responses: {
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
            408: components["responses"]["Problem"];
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
            507: components["responses"]["Problem"];
        };
    };
    "experiment.log": {
        parameters: {
            query?: {
                model?: components["parameters"]["LogModel"];
            };
            header?: never;
            path: {
                experiment_id: components["parameters"]["ExperimentId"];
                name: components["parameters"]["LogName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
            507: components["responses"]["Problem"];
        };
    };
    "experiment.put_log": {
        parameters: {
            query?: {
                model?: components["parameters"]["LogModel"];
            };
            header?: never;
            path: {
                experiment_id: components["parameters"]["ExperimentId"];
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        bytes: number;
                        name: string;
                        problem: string | null;
                    };
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
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
            507: components["responses"]["Problem"];
        };
    };
    "job.list": {
        parameters: {
            query?: {
                cursor?: components["parameters"]["Cursor"];
                kind?: components["schemas"]["JobKind"];
                limit?: components["parameters"]["Limit"];
                order?: components["parameters"]["Order"];
                state?: components["schemas"]["JobState"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
            507: components["responses"]["Problem"];
        };
    };
    "job.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                job_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
            507: components["responses"]["Problem"];
        };
    };
    "key.list": {
        parameters: {
            query?: {
                cursor?: components["parameters"]["Cursor"];
                limit?: components["parameters"]["Limit"];
                order?: components["parameters"]["Order"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
            507: components["responses"]["Problem"];
        };
    };
    "key.create": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    body_limit?: components["schemas"]["KeyBodyLimit"] | null;
                    expires_at?: components["schemas"]["Time"] | null;
                    name?: string;
                    rate?: components["schemas"]["KeyRate"] | null;
                    scope: components["schemas"]["Scope"];
                };
            };
        };
        responses: {
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
            408: components["responses"]["Problem"];
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
            507: components["responses"]["Problem"];
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
            408: components["responses"]["Problem"];
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
            507: components["responses"]["Problem"];
        };
    };
    "monitor.list": {
        parameters: {
            query?: {
                cursor?: components["parameters"]["Cursor"];
                limit?: components["parameters"]["Limit"];
                order?: components["parameters"]["Order"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
            507: components["responses"]["Problem"];
        };
    };
    "monitor.create": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewMonitor"];
            };
        };
        responses: {
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
            408: components["responses"]["Problem"];
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
            507: components["responses"]["Problem"];
        };
    };
    "monitor.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                monitor_id: components["parameters"]["MonitorId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
            507: components["responses"]["Problem"];
        };
    };
    "monitor.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                monitor_id: components["parameters"]["MonitorId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
            408: components["responses"]["Problem"];
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
            507: components["responses"]["Problem"];
        };
    };
    "monitor.change": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                monitor_id: components["parameters"]["MonitorId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MonitorChange"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Monitor"] & {
                        signing_secret?: string;
                    };
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
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
            507: components["responses"]["Problem"];
        };
    };
    "monitor.history": {
        parameters: {
            query?: {
                before?: string;
                cursor?: components["parameters"]["Cursor"];
                from?: string;
                limit?: components["parameters"]["Limit"];
                metric?: string;
                order?: components["parameters"]["Order"];
            };
            header?: never;
            path: {
                monitor_id: components["parameters"]["MonitorId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
            507: components["responses"]["Problem"];
        };
    };
    "overview.get": {
        parameters: {
            query?: {
                since?: components["schemas"]["Time"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
            507: components["responses"]["Problem"];
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
            507: components["responses"]["Problem"];
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
                "application/json": {
                    retention_days: number | null;
                };
            };
        };
        responses: {
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
            408: components["responses"]["Problem"];
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
            507: components["responses"]["Problem"];
        };
    };
    "project.list": {
        parameters: {
            query?: {
                cursor?: components["parameters"]["Cursor"];
                limit?: components["parameters"]["Limit"];
                order?: components["parameters"]["Order"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
            404: components["responses"]["Problem"];
            414: components["responses"]["Problem"];
            421: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
            507: components["responses"]["Problem"];
        };
    };
    "drift.results_summary": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                execution_id: components["parameters"]["ExecutionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
            507: components["responses"]["Problem"];
        };
    };
    "session.list": {
        parameters: {
            query?: {
                cursor?: components["parameters"]["Cursor"];
                limit?: components["parameters"]["Limit"];
                name?: string;
                order?: components["parameters"]["Order"];
                sort?: "created" | "updated";
                updated_from?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
            507: components["responses"]["Problem"];
        };
    };
    "session.upload": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewSteps"];
                "application/x-ndjson": components["schemas"]["SessionLine"][];
            };
        };
        responses: {
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
            408: components["responses"]["Problem"];
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
            507: components["responses"]["Problem"];
        };
    };
    "session.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                session_id: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
            507: components["responses"]["Problem"];
        };
    };
    "session.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                session_id: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
            408: components["responses"]["Problem"];
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
            507: components["responses"]["Problem"];
        };
    };
    "session.curves": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                session_id: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
            507: components["responses"]["Problem"];
        };
    };
    "session.measure": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                session_id: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IntentCurveRequest"] | components["schemas"]["AlignmentCurveRequest"];
            };
        };
        responses: {
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
            408: components["responses"]["Problem"];
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
            507: components["responses"]["Problem"];
        };
    };
    "session.steps": {
        parameters: {
            query?: {
                from?: number;
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path: {
                session_id: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["SessionStep"][];
                        next_from: number | null;
                        total: number;
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
            507: components["responses"]["Problem"];
        };
    };
    "sign_in.start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    key: string;
                };
            };
        };
        responses: {
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
            408: components["responses"]["Problem"];
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
            507: components["responses"]["Problem"];
        };
    };
    "sign_in.end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
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
            507: components["responses"]["Problem"];
        };
    };
    "stereotype.list": {
        parameters: {
            query?: {
                cursor?: components["parameters"]["Cursor"];
                limit?: components["parameters"]["Limit"];
                order?: components["parameters"]["Order"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
            507: components["responses"]["Problem"];
        };
    };
    "stereotype.create": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewStereotypeAnalysis"] | components["schemas"]["GivenStereotypeAnalysis"];
            };
        };
        responses: {
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
            408: components["responses"]["Problem"];
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
            507: components["responses"]["Problem"];
        };
    };
    "stereotype.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                analysis_id: components["parameters"]["AnalysisId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
            507: components["responses"]["Problem"];
        };
    };
    "stereotype.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                analysis_id: components["parameters"]["AnalysisId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
            408: components["responses"]["Problem"];
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
            507: components["responses"]["Problem"];
        };
    };
    "stereotype.pairs": {
        parameters: {
            query?: {
                bias_type?: string;
                cursor?: components["parameters"]["Cursor"];
                limit?: components["parameters"]["Limit"];
                model?: string;
                order?: components["parameters"]["Order"];
                significant?: boolean;
                sort?: "drift" | "raw_drift" | "entry";
                stereotype_type?: string;
            };
            header?: never;
            path: {
                analysis_id: components["parameters"]["AnalysisId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        classifier: {
                            classifier?: string;
                            note?: string | null;
                        } | null;
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
            507: components["responses"]["Problem"];
        };
    };
    "stereotype.summary": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                analysis_id: components["parameters"]["AnalysisId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
            507: components["responses"]["Problem"];
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
            507: components["responses"]["Problem"];
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
            507: components["responses"]["Problem"];
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
            507: components["responses"]["Problem"];
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
            507: components["responses"]["Problem"];
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
            507: components["responses"]["Problem"];
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
            507: components["responses"]["Problem"];
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
            507: components["responses"]["Problem"];
        };
    };
    "traces.export": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ExportTraces"];
                "application/x-protobuf": string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportedTraces"];
                    "application/x-protobuf": string;
                };
            };
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
            408: components["responses"]["Problem"];
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
            507: components["responses"]["Problem"];
        };
    };
}
