"""What agents do, told to the real OpenTelemetry SDK, and what Plumb must make of it.

Each scenario makes spans with a tracer provider and returns the turns that a person would see in
them: service, version, session, goal, prompt, response (or error) and the tools, in order. Spans
are written by hand through the SDK and through OpenInference's own helpers, and by instrumentations
of the OpenAI client, which asks a server on loopback.
"""
import contextlib
import json
import os

from opentelemetry.trace import SpanKind, Status, StatusCode, set_span_in_context


def turn(session, prompt, response, tools=(), *, goal=None, service="trip-bot", version="1.4",
         error=None, labels=None):
    return {"service": service, "version": version, "session": session,
            "goal": goal if goal is not None else prompt, "prompt": prompt, "response": response,
            "error": error, "tools": None if tools is None else list(tools),
            "labels": labels or {}}


def text_message(role, text):
    return {"role": role, "parts": [{"type": "text", "content": text}]}


def call_message(*calls):
    return {"role": "assistant", "finish_reason": "tool_call",
            "parts": [{"type": "tool_call", "id": id, "name": name, "arguments": arguments}
                      for id, name, arguments in calls]}


def result_message(id, result):
    return {"role": "tool", "parts": [{"type": "tool_call_response", "id": id, "response": result}]}


def chat(tracer, model, inputs, outputs, conversation=None):
    attributes = {"gen_ai.operation.name": "chat", "gen_ai.provider.name": "openai",
                  "gen_ai.request.model": model, "gen_ai.usage.input_tokens": 120,
                  "gen_ai.input.messages": json.dumps(inputs),
                  "gen_ai.output.messages": json.dumps(outputs)}
    if conversation:
        attributes["gen_ai.conversation.id"] = conversation
    with tracer.start_as_current_span(f"chat {model}", kind=SpanKind.CLIENT, attributes=attributes):
        pass


def genai_agent(provider):
    """invoke_agent, chat and execute_tool by the newest conventions: a conversation of two turns,
    each a trace of its own, and an HTTP span around the second."""
    tracer = provider.get_tracer("trips")
    ask = text_message("user", "Plan a weekend in Lisbon.")
    first = "Day 1: Alfama. Day 2: Belém."
    with tracer.start_as_current_span("invoke_agent planner", attributes={
            "gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": "planner",
            "gen_ai.agent.id": "a-1", "gen_ai.conversation.id": "conv-1", "tenant": "acme"}):
        system = text_message("system", "You plan trips.")
        chat(tracer, "gpt-4o", [system, ask],
             [call_message(("c1", "search", {"q": "Lisbon"}),
                           ("c2", "weather", {"city": "Lisbon"}))])
        for id, name in (("c1", "search"), ("c2", "weather")):
            with tracer.start_as_current_span(f"execute_tool {name}", attributes={
                    "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": name,
                    "gen_ai.tool.call.id": id, "gen_ai.tool.call.arguments": '{"q": "Lisbon"}',
                    "gen_ai.tool.call.result": "sunny"}):
                with tracer.start_as_current_span("GET /" + name, kind=SpanKind.CLIENT,
                                                  attributes={"http.request.method": "GET"}):
                    pass
        chat(tracer, "gpt-4o", [system, ask,
                                call_message(("c1", "search", {}), ("c2", "weather", {})),
                                result_message("c1", "ok"), result_message("c2", "sunny")],
             [text_message("assistant", first)])
    more = text_message("user", "Add a café.")
    with tracer.start_as_current_span("POST /chat", kind=SpanKind.SERVER,
                                      attributes={"http.request.method": "POST"}):
        with tracer.start_as_current_span("invoke_agent planner", attributes={
                "gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": "planner",
                "gen_ai.conversation.id": "conv-1", "tenant": "acme"}):
            chat(tracer, "gpt-4o", [system, ask, text_message("assistant", first), more],
                 [text_message("assistant", "Day 1 ends at A Brasileira.")])
    labels = {"agent": "planner", "tenant": "acme", "model": "gpt-4o", "provider": "openai"}
    goal = "Plan a weekend in Lisbon."
    return [turn("conv-1", goal, first, ["search", "weather"], labels=labels),
            turn("conv-1", "Add a café.", "Day 1 ends at A Brasileira.", goal=goal, labels=labels)]


def genai_chain_without_agent(provider):
    """Calls of a model with tools, and no span of an agent around them; one call that fails."""
    tracer = provider.get_tracer("trips")
    ask = text_message("user", "How warm is it?")
    with tracer.start_as_current_span("handler"):
        chat(tracer, "gpt-4o-mini", [ask], [call_message(("w1", "weather", {"city": "Oslo"}))],
             "conv-2")
        with tracer.start_as_current_span("execute_tool weather", attributes={
                "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "weather",
                "gen_ai.tool.call.id": "w1"}):
            pass
        chat(tracer, "gpt-4o-mini", [ask, call_message(("w1", "weather", {})),
                                     result_message("w1", "4 degrees")],
             [text_message("assistant", "It is 4 degrees.")], "conv-2")
    with tracer.start_as_current_span("chat gpt-4o-mini", attributes={
            "gen_ai.operation.name": "chat", "gen_ai.request.model": "gpt-4o-mini",
            "gen_ai.conversation.id": "conv-2", "error.type": "timeout",
            "gen_ai.input.messages": json.dumps([ask, text_message("assistant", "It is 4 degrees."),
                                                 text_message("user", "And tomorrow?")])}) as span:
        span.set_status(Status(StatusCode.ERROR, "the model did not answer"))
    return [turn("conv-2", "How warm is it?", "It is 4 degrees.", ["weather"]),
            turn("conv-2", "And tomorrow?", None, None, goal="How warm is it?",
                 error="the model did not answer")]


def genai_indexed(provider):
    """gen_ai.prompt.N.* and gen_ai.completion.N.*, as before the messages were JSON."""
    tracer = provider.get_tracer("opentelemetry.instrumentation.openai")
    with tracer.start_as_current_span("openai.chat", kind=SpanKind.CLIENT, attributes={
            "llm.request.type": "chat", "gen_ai.system": "OpenAI",
            "gen_ai.request.model": "gpt-3.5",
            "gen_ai.prompt.0.role": "system", "gen_ai.prompt.0.content": "You answer briefly.",
            "gen_ai.prompt.1.role": "user", "gen_ai.prompt.1.content": "Capital of Peru?",
            "gen_ai.completion.0.role": "assistant", "gen_ai.completion.0.content": "Lima.",
            "gen_ai.completion.0.finish_reason": "stop", "llm.usage.total_tokens": 30,
            "traceloop.association.properties.session_id": "old-1"}):
        pass
    return [turn("old-1", "Capital of Peru?", "Lima.", labels={"model": "gpt-3.5"})]


def genai_events(provider):
    """Messages as events of the span, as in the conventions up to 1.36."""
    tracer = provider.get_tracer("azure.ai.inference")
    with tracer.start_as_current_span("chat gpt-4", kind=SpanKind.CLIENT, attributes={
            "gen_ai.operation.name": "chat", "gen_ai.system": "az.ai.inference",
            "gen_ai.request.model": "gpt-4", "session.id": "events-1"}) as span:
        span.add_event("gen_ai.system.message", {"gen_ai.event.content": json.dumps(
            {"role": "system", "content": "You answer briefly."})})
        span.add_event("gen_ai.user.message", {"gen_ai.event.content": json.dumps(
            {"role": "user", "content": "Capital of Chile?"})})
        span.add_event("gen_ai.choice", {"gen_ai.event.content": json.dumps(
            {"index": 0, "finish_reason": "stop",
             "message": {"role": "assistant", "content": "Santiago."}})})
    return [turn("events-1", "Capital of Chile?", "Santiago.")]


def openinference_agent(provider):
    """OpenInference's own tracer and session helper: an agent with a tool and a model."""
    from openinference.instrumentation import OITracer, TraceConfig, using_session
    from openinference.semconv.trace import SpanAttributes as A
    tracer = OITracer(provider.get_tracer("support"), config=TraceConfig())
    with using_session("oi-1"):
        with tracer.start_as_current_span("agent", openinference_span_kind="agent") as agent:
            agent.set_input("My parcel is late.")
            with tracer.start_as_current_span("llm", openinference_span_kind="llm", attributes={
                    A.LLM_MODEL_NAME: "claude-x",
                    f"{A.LLM_INPUT_MESSAGES}.0.message.role": "user",
                    f"{A.LLM_INPUT_MESSAGES}.0.message.content": "My parcel is late.",
                    f"{A.LLM_OUTPUT_MESSAGES}.0.message.role": "assistant",
                    f"{A.LLM_OUTPUT_MESSAGES}.0.message.tool_calls.0.tool_call.id": "t1",
                    f"{A.LLM_OUTPUT_MESSAGES}.0.message.tool_calls.0.tool_call.function.name":
                        "track",
                    f"{A.LLM_OUTPUT_MESSAGES}.0.message.tool_calls.0.tool_call.function.arguments":
                        '{"id": 7}'}):
                pass
            with tracer.start_as_current_span("track", openinference_span_kind="tool") as tool:
                tool.set_tool(name="track", description="where a parcel is", parameters={})
                tool.set_input({"id": 7})
                tool.set_output("in Ghent")
            agent.set_output("It is in Ghent.")
            agent.set_status(Status(StatusCode.OK))
    return [turn("oi-1", "My parcel is late.", "It is in Ghent.", ["track"])]


def openinference_graph(provider):
    """Chains around models, as graph frameworks make them; no conversation is named."""
    from openinference.instrumentation import OITracer, TraceConfig
    tracer = OITracer(provider.get_tracer("graph"), config=TraceConfig())
    with tracer.start_as_current_span("graph", openinference_span_kind="chain") as graph:
        graph.set_input({"messages": [{"role": "user", "content": "2 + 2?"}]})
        with tracer.start_as_current_span("node", openinference_span_kind="chain"):
            with tracer.start_as_current_span("model", openinference_span_kind="llm", attributes={
                    "llm.input_messages.0.message.role": "user",
                    "llm.input_messages.0.message.content": "2 + 2?",
                    "llm.output_messages.0.message.role": "assistant",
                    "llm.output_messages.0.message.content": "4"}):
                pass
        graph.set_output({"messages": [{"role": "assistant", "content": "4"}]})
    trace_id = f"{graph.get_span_context().trace_id:032x}"
    return [turn(trace_id, "2 + 2?", "4")]


def attributes_of_every_kind(provider):
    """Values that are no text, in a span that says nothing."""
    tracer = provider.get_tracer("kinds")
    with tracer.start_as_current_span("kinds", attributes={
            "flag": True, "count": -7, "share": 0.25, "words": ["a", "b"], "numbers": [1, 2],
            "blob": "caf\u00e9 \U0001F30D", "empty": ""}):
        pass
    return []


@contextlib.contextmanager
def _client(reply):
    """An OpenAI client whose server says what `reply` makes of the messages."""
    import http.server
    import threading

    import openai

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            body = json.dumps({
                "id": "x", "object": "chat.completion", "created": 1700000000,
                "model": asked["model"], "choices": [reply(asked["messages"])],
                "usage": {"prompt_tokens": 3, "completion_tokens": 2, "total_tokens": 5}}).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        base = "http" + f"://127.0.0.1:{server.server_port}/v1"
        yield openai.OpenAI(api_key="none", base_url=base)
    finally:
        server.shutdown()
        server.server_close()


TOOLS = [{"type": "function", "function": {
    "name": "stock", "description": "how many are left",
    "parameters": {"type": "object", "properties": {"item": {"type": "string"}}}}}]


def _reply(messages):
    if messages[-1]["role"] == "tool":
        return {"index": 0, "finish_reason": "stop",
                "message": {"role": "assistant", "content": "There are 12 lamps left."}}
    return {"index": 0, "finish_reason": "tool_calls",
            "message": {"role": "assistant", "content": None, "tool_calls": [
                {"id": "call_1", "type": "function",
                 "function": {"name": "stock", "arguments": '{"item": "lamp"}'}}]}}


def _converse(provider, session_attributes):
    tracer = provider.get_tracer("shop")
    messages = [{"role": "system", "content": "You keep the stock."},
                {"role": "user", "content": "How many lamps are left?"}]
    with _client(_reply) as client:
        with tracer.start_as_current_span("request", attributes=session_attributes):
            first = client.chat.completions.create(model="gpt-x", messages=messages, tools=TOOLS)
            messages.append(first.choices[0].message.model_dump(exclude_none=True))
            messages.append({"role": "tool", "tool_call_id": "call_1", "content": "12"})
            client.chat.completions.create(model="gpt-x", messages=messages, tools=TOOLS)


def openai_by_openinference(provider):
    """The OpenAI client, instrumented by OpenInference."""
    from openinference.instrumentation import using_session
    from openinference.instrumentation.openai import OpenAIInstrumentor
    OpenAIInstrumentor().instrument(tracer_provider=provider)
    try:
        with using_session("shop-1"):
            _converse(provider, {})
    finally:
        OpenAIInstrumentor().uninstrument()
    return [turn("shop-1", "How many lamps are left?", "There are 12 lamps left.", ["stock"])]


def openai_by_opentelemetry(provider):
    """The OpenAI client, instrumented by OpenTelemetry, with messages on the spans."""
    from opentelemetry.instrumentation.openai_v2 import OpenAIInstrumentor
    OpenAIInstrumentor().instrument(tracer_provider=provider)
    try:
        _converse(provider, {"session.id": "shop-2"})
    finally:
        OpenAIInstrumentor().uninstrument()
    return [turn("shop-2", "How many lamps are left?", "There are 12 lamps left.", ["stock"])]


# What the instrumentation of OpenTelemetry looks at when it is imported.
ENVIRONMENT = {"OTEL_SEMCONV_STABILITY_OPT_IN": "gen_ai_latest_experimental",
               "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT": "span_only"}
os.environ.update(ENVIRONMENT)

SCENARIOS = [genai_agent, genai_chain_without_agent, genai_indexed, genai_events,
             openinference_agent, openinference_graph, openai_by_openinference,
             openai_by_opentelemetry, attributes_of_every_kind]
